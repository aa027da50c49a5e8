// Keeps a choice: tells the server, then takes the banner away.
async function choose(build, choice) {
  await fetch(`/api/consent/${build}`, { method: 'POST', body: choice });
  document.querySelectorAll('[data-banner]').forEach(banner => banner.remove());
  document.body.classList.remove('locked');
  const shown = document.getElementById('choice');
  if (shown) shown.textContent = `Cookies: ${choice}`;
}
