// People: a virtualized list of ten thousand rows, of which only the visible ones exist.
import { h } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import htm from 'htm';

const html = htm.bind(h);
const first = ['Ada', 'Bruno', 'Clara', 'Diego', 'Elif', 'Farah', 'Goran', 'Hana', 'Ivo', 'Jana'];
const last = ['Almeida', 'Brandt', 'Castro', 'Dubois', 'Eriksen', 'Fischer', 'Garcia', 'Horvat', 'Ito', 'Jensen'];
const everyone = Array.from({ length: 10000 }, (_, at) => ({
  id: at + 1,
  name: `${first[at % 10]} ${last[Math.floor(at / 10) % 10]} ${at + 1}`,
}));
const height = 44;

export function People() {
  const [top, setTop] = useState(0);
  const [query, setQuery] = useState('');
  const [wanted, setWanted] = useState('');
  const [invited, setInvited] = useState(new Set());
  useEffect(() => {
    const timer = setTimeout(() => setWanted(query.toLowerCase()), 250);
    return () => clearTimeout(timer);
  }, [query]);
  const found = useMemo(() => everyone.filter(person => person.name.toLowerCase().includes(wanted)), [wanted]);
  const start = Math.max(0, Math.floor(top / height) - 3);
  const rows = found.slice(start, start + 17);
  return html`<div>
    <div class="row">
      <input
        type="search"
        placeholder="Find a person"
        aria-label="Find a person"
        value=${query}
        onInput=${event => setQuery(event.target.value)} /><span class="note" style="margin:0"
        >${found.length} people</span
      >
    </div>
    <div
      class="window"
      style="margin-top:16px"
      tabindex="0"
      role="list"
      aria-label="People"
      onScroll=${event => setTop(event.target.scrollTop)}>
      <div style=${{ position: 'relative', height: `${found.length * height}px` }}>
        ${rows.map((person, at) => html`<div key=${person.id} class="person" role="listitem" style=${{ top: `${(start + at) * height}px` }}><span>${person.name}</span><button type="button" class="bare" onClick=${() => setInvited(new Set(invited).add(person.id))} aria-label=${`Invite ${person.name}`}>${invited.has(person.id) ? 'Invited' : 'Invite'}</button></div>`)}
      </div>
    </div>
  </div>`;
}
