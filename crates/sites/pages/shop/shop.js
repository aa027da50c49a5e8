// The client side of the shop. Every form works without it, except for the toast and the suggestions.
'use strict';

function toast(text, link) {
  const note = document.createElement('div');
  note.className = 'toast';
  note.textContent = text;
  if (link) note.insertAdjacentHTML('beforeend', ` <a href="${link.href}">${link.text}</a>`);
  document.querySelector('.toasts').append(note);
  setTimeout(() => note.remove(), 4000);
}

function suggest(form, { swallowsEnter }) {
  const field = form.querySelector('input');
  const list = form.querySelector('.suggestions');
  let timer = 0;
  let marked = -1;
  const items = () => [...list.children];
  const mark = at => {
    marked = at;
    items().forEach((item, index) => item.setAttribute('aria-selected', String(index === at)));
  };
  field.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(async () => {
      if (field.value.trim().length < 2) {
        list.hidden = true;
        return;
      }
      const found = await (await fetch(`/api/suggest?q=${encodeURIComponent(field.value)}`)).json();
      list.replaceChildren(
        ...found.map(({ name, price, slug }) => {
          const item = document.createElement('li');
          item.setAttribute('role', 'option');
          item.dataset.slug = slug;
          item.textContent = name;
          item.insertAdjacentHTML('beforeend', `<span>${price}</span>`);
          return item;
        }),
      );
      marked = -1;
      list.hidden = found.length === 0;
    }, 120);
  });
  field.addEventListener('keydown', event => {
    if (event.key === 'ArrowDown') {
      event.preventDefault();
      mark(Math.min(marked + 1, items().length - 1));
    }
    if (event.key === 'ArrowUp') {
      event.preventDefault();
      mark(Math.max(marked - 1, -1));
    }
    if (event.key === 'Escape') list.hidden = true;
    if (event.key === 'Enter' && (swallowsEnter || marked >= 0)) {
      event.preventDefault();
      if (marked >= 0) location.href = `/p/${items()[marked].dataset.slug}`;
    }
  });
  list.addEventListener('mousedown', event => event.preventDefault());
  list.addEventListener('click', event => {
    const item = event.target.closest('li');
    if (item) location.href = `/p/${item.dataset.slug}`;
  });
  field.addEventListener('blur', () => {
    list.hidden = true;
  });
}

document.querySelectorAll('.find').forEach(form => suggest(form, { swallowsEnter: form.dataset.enter === 'off' }));

document
  .querySelectorAll('[data-autosubmit]')
  .forEach(field => field.addEventListener('change', () => field.form.submit()));

document.querySelectorAll('.qty').forEach(box => {
  const field = box.querySelector('input');
  box.addEventListener('click', event => {
    const step = Number(event.target.dataset.step || 0);
    if (step) {
      field.value = Math.max(1, Number(field.value) + step);
      field.dispatchEvent(new Event('change', { bubbles: true }));
    }
  });
});

const buying = document.getElementById('buying');
if (buying) {
  buying.addEventListener('submit', async event => {
    if (event.submitter && event.submitter.name === 'now') return;
    event.preventDefault();
    const answer = await fetch('/api/cart', { method: 'POST', body: new URLSearchParams(new FormData(buying)) });
    const { ok, count, message } = await answer.json();
    if (ok) document.getElementById('cart-count').textContent = count;
    toast(message, ok ? { href: '/cart', text: 'View cart' } : null);
  });
  const heart = document.querySelector('.heart');
  heart.addEventListener('click', async () => {
    const { wished } = await (await fetch(`/api/wish/${heart.dataset.slug}`, { method: 'POST' })).json();
    heart.setAttribute('aria-pressed', String(wished));
    heart.textContent = wished ? '♥ In your wishlist' : '♡ Add to wishlist';
  });
}

const more = document.getElementById('more');
if (more) {
  const grid = document.querySelector('.grid');
  let page = 1;
  let busy = false;
  const watcher = new IntersectionObserver(
    async entries => {
      if (!entries[0].isIntersecting || busy) return;
      busy = true;
      page += 1;
      const html = await (await fetch(`${more.dataset.src}?page=${page}`)).text();
      grid.insertAdjacentHTML('beforeend', html);
      busy = false;
      if (html.trim() === '') {
        watcher.disconnect();
        more.textContent = 'That is all of them.';
      } else {
        watcher.unobserve(more);
        watcher.observe(more);
      }
    },
    { rootMargin: '120px' },
  );
  watcher.observe(more);
}

const promo = document.getElementById('promo');
if (promo && !sessionStorage.getItem('promo')) {
  const leave = () => {
    promo.remove();
    sessionStorage.setItem('promo', 'seen');
  };
  setTimeout(() => {
    promo.hidden = false;
    promo.className = 'promo';
  }, 900);
  promo.querySelectorAll('[data-leave]').forEach(button => button.addEventListener('click', leave));
  document.addEventListener('keydown', event => {
    if (event.key === 'Escape') leave();
  });
}
