// The board: tickets that are dragged between columns.
import { h } from 'preact';
import { useState } from 'preact/hooks';
import htm from 'htm';

const html = htm.bind(h);
const columns = ['To do', 'Doing', 'Done'];

export function Board() {
  const [tickets, setTickets] = useState(
    [
      ['Draw the floor plan', 0],
      ['Order oak boards', 0],
      ['Ask for two quotes', 1],
      ['Measure the hall', 2],
    ].map(([title, column], at) => ({ id: at + 1, title, column })),
  );
  const [over, setOver] = useState(-1);
  const move = (id, column) => {
    setOver(-1);
    setTickets(all => all.map(ticket => (ticket.id === Number(id) ? { ...ticket, column } : ticket)));
  };
  return html`<div class="columns">
    ${columns.map(
      (name, at) =>
        html`<section
          key=${name}
          class=${`column${over === at ? ' over' : ''}`}
          aria-label=${name}
          onDragOver=${event => {
            event.preventDefault();
            setOver(at);
          }}
          onDrop=${event => {
            event.preventDefault();
            move(event.dataTransfer.getData('text/plain'), at);
          }}>
          <h2>${name} (${tickets.filter(ticket => ticket.column === at).length})</h2>
          ${tickets.filter(ticket => ticket.column === at).map(ticket => html`<div key=${ticket.id} class="ticket" draggable="true" onDragStart=${event => event.dataTransfer.setData('text/plain', String(ticket.id))}>${ticket.title}${at < 2 && html`<div><button type="button" class="bare" aria-label=${`Move ${ticket.title} on`} onClick=${() => move(ticket.id, at + 1)}>Move on →</button></div>`}</div>`)}
        </section>`,
    )}
  </div>`;
}
