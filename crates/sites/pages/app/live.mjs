// Live data: one list whose rows are replaced at every refresh, and one whose rows are kept.
import { h } from 'preact';
import { useState } from 'preact/hooks';
import htm from 'htm';

const html = htm.bind(h);
const rooms = ['Atelier', 'Workshop', 'Library'];

export function Live() {
  const [version, setVersion] = useState(1);
  const [joined, setJoined] = useState('');
  const [order, setOrder] = useState([0, 1, 2]);
  return html`<div>
    <div class="row">
      <button type="button" class="main" onClick=${() => setVersion(version + 1)}>Refresh rooms</button
      ><button type="button" onClick=${() => setOrder([...order].reverse())}>Reverse order</button
      ><span class="note" style="margin:0">Version ${version}</span>
    </div>
    <div class="panel">
      <h2>Replaced at every refresh</h2>
      ${rooms.map(room => html`<p key=${`${room}-${version}`} class="row"><span>${room}</span><button type="button" onClick=${() => setJoined(room)}>Join ${room.toLowerCase()}</button></p>`)}
    </div>
    <div class="panel">
      <h2>Kept at every refresh</h2>
      ${order.map(at => html`<p key=${rooms[at]} class="row"><span>${rooms[at]}, version ${version}</span><button type="button" onClick=${() => setJoined(`${rooms[at]} chat`)}>Chat in ${rooms[at].toLowerCase()}</button></p>`)}
    </div>
    <p role="status">${joined && `You joined: ${joined}`}</p>
  </div>`;
}
