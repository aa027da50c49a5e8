// Movements that an action has set off: a dialog that fades in, a menu that unfolds. Until they are over, what they bring
// cannot be seen, or can still be seen.
((lemmascope) => {
  // Nobody waits for a movement longer than this; what turns for ever is no movement towards anything.
  const LONGEST = 700;
  // Movements begin with a picture, which may have been begun before.
  const FRAME = 20;
  const MOVING = /opacity|visibility|display|transform|translate|scale|height|width|top|left|right|bottom|inset|margin|clip/;

  const leads = (animation) => {
    const { effect, playState } = animation;
    if (playState !== "running" || !(effect instanceof KeyframeEffect) || !(effect.target instanceof Element)) return false;
    const { endTime, localTime } = effect.getComputedTiming();
    if (!(endTime - (localTime ?? 0) < LONGEST)) return false;
    return !(animation instanceof CSSTransition) || MOVING.test(animation.transitionProperty);
  };

  // Whether something moves that began to after that moment, other than in the element that was acted on: buttons draw
  // waves and shades when they are pressed.
  lemmascope.isMoving = (since, target) =>
    document
      .getAnimations()
      .some(
        (animation) =>
          leads(animation) &&
          (animation.startTime ?? since) >= since - FRAME &&
          !(target !== null && lemmascope.holds(target, animation.effect.target)),
      );

  // Many pages look something up when one has stopped to type.
  const PONDERED = 1000;
  let lastInput = -PONDERED;
  for (const name of ["pointerdown", "keydown", "input"]) {
    addEventListener(name, (event) => event.isTrusted && (lastInput = performance.now()), { capture: true, passive: true });
  }

  // Whether the page has just changed or is about to: what is not there may come.
  lemmascope.isUnsettled = (within) => ({
    unsettled:
      performance.now() - lastInput < PONDERED || lemmascope.course.stillness() < within || lemmascope.isMoving(0, null),
  });
})(lemmascope);
