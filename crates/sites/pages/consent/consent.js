// Saves the choice on the server, then removes the banner.
async function choose(build, choice) {
  await fetch(`/api/consent/${build}`, { method: 'POST', body: choice });
  document.querySelectorAll('[data-banner]').forEach(banner => banner.remove());
  document.body.classList.remove('locked');
  const shown = document.getElementById('choice');
  if (shown) shown.textContent = `Cookies: ${choice}`;
}
