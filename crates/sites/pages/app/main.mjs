// The application shell: client-side routing by URL, and links that navigate without a page load.
import { h, render } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import htm from 'htm';
import { Board } from './board.mjs';
import { Live } from './live.mjs';
import { People } from './people.mjs';
import { Settings } from './settings.mjs';
import { Tasks } from './tasks.mjs';

const html = htm.bind(h);
const pages = {
  '/': ['Tasks', Tasks],
  '/board': ['Board', Board],
  '/people': ['People', People],
  '/live': ['Live', Live],
  '/settings': ['Settings', Settings],
};

function App() {
  const [path, setPath] = useState(location.pathname);
  useEffect(() => {
    const follow = () => setPath(location.pathname);
    addEventListener('popstate', follow);
    return () => removeEventListener('popstate', follow);
  }, []);
  const go = (event, to) => {
    event.preventDefault();
    history.pushState({}, '', to);
    setPath(to);
  };
  const [title, Page] = pages[path] || pages['/'];
  useEffect(() => {
    document.title = `${title} – Slate`;
  }, [title]);
  return html`<div class="app">
    <nav class="side" aria-label="Main">
      <strong>Slate</strong
      >${Object.entries(pages).map(([to, [name]]) => html`<a key=${to} href=${to} aria-current=${to === path ? 'page' : null} onClick=${event => go(event, to)}>${name}</a>`)}
    </nav>
    <main class="page">
      <h1>${title}</h1>
      <${Page} />
    </main>
  </div>`;
}

const root = document.getElementById('root');
root.replaceChildren();
render(h(App), root);
