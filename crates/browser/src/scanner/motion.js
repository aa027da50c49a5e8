// Animations that an action starts: a dialog that fades in, a menu that unfolds. Until they end, new content
// is not yet visible, and old content may still be.
((lemmascope) => {
  // The longest animation to wait for; an endless animation leads to no final state.
  const LONGEST = 700;
  // Animations start on a frame, whose timestamp may precede the action.
  const FRAME = 20;
  const MOVING = /opacity|visibility|display|transform|translate|scale|height|width|top|left|right|bottom|inset|margin|clip/;

  const leads = (animation) => {
    const { effect, playState } = animation;
    if (playState !== "running" || !(effect instanceof KeyframeEffect) || !(effect.target instanceof Element)) return false;
    const { endTime, localTime } = effect.getComputedTiming();
    if (!(endTime - (localTime ?? 0) < LONGEST)) return false;
    return !(animation instanceof CSSTransition) || MOVING.test(animation.transitionProperty);
  };

  // Whether an animation started after that moment, except inside the target element: buttons show ripples
  // and shadows when they are pressed.
  lemmascope.isMoving = (since, target) =>
    document
      .getAnimations()
      .some(
        (animation) =>
          leads(animation) &&
          (animation.startTime ?? since) >= since - FRAME &&
          !(target !== null && lemmascope.holds(target, animation.effect.target)),
      );

  // Many pages send a query when typing pauses.
  const PONDERED = 1000;
  let lastInput = -PONDERED;
  for (const name of ["pointerdown", "keydown", "input"]) {
    addEventListener(name, (event) => event.isTrusted && (lastInput = performance.now()), { capture: true, passive: true });
  }

  // Whether the page has just changed or is about to change, so that missing content may still appear.
  lemmascope.isUnsettled = (within) => ({
    unsettled:
      performance.now() - lastInput < PONDERED || lemmascope.course.stillness() < within || lemmascope.isMoving(0, null),
  });
})(lemmascope);
