// The form opens on demand and accepts a review only with a rating and a text.
(() => {
  const form = document.querySelector("#form");
  if (!form) return;
  const stars = Array.from(document.querySelectorAll(".star"));
  let rating = 0;
  document.querySelector("#open").addEventListener("click", () => {
    form.hidden = false;
  });
  stars.forEach((star, at) =>
    star.addEventListener("click", () => {
      rating = at + 1;
      stars.forEach((other, place) => {
        other.textContent = place <= at ? "★" : "☆";
      });
    }),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const text = form.elements.namedItem("text").value.trim();
    const done = document.querySelector("#done");
    if (!rating || !text) {
      done.textContent = "Please give stars and a text.";
      return;
    }
    done.textContent = `Thank you. Review submitted: ${rating} of 5 stars.`;
    form.hidden = true;
  });
})();
