// Tasks: a keyed list that keeps its elements, optimistic updates, a dialog in a portal.
import { createPortal, h } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import htm from 'htm';

const html = htm.bind(h);
const send = (method, path, body) =>
  fetch(path, { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });

export function Tasks() {
  const [tasks, setTasks] = useState([]);
  const [title, setTitle] = useState('');
  const [query, setQuery] = useState('');
  const [wanted, setWanted] = useState('');
  const [doomed, setDoomed] = useState(null);
  const [flash, setFlash] = useState('');
  useEffect(() => {
    fetch('/api/tasks')
      .then(answer => answer.json())
      .then(setTasks);
  }, []);
  useEffect(() => {
    const timer = setTimeout(() => setWanted(query.toLowerCase()), 300);
    return () => clearTimeout(timer);
  }, [query]);

  const change = (id, part) => setTasks(all => all.map(task => (task.id === id ? { ...task, ...part } : task)));
  async function add(event) {
    event.preventDefault();
    if (!title.trim()) return;
    const draft = { id: `draft-${Date.now()}`, title: title.trim(), done: false, busy: true };
    setTasks(all => [...all, draft]);
    setTitle('');
    const answer = await send('POST', '/api/tasks', { title: draft.title });
    if (!answer.ok) {
      setTasks(all => all.filter(task => task.id !== draft.id));
      setFlash(`“${draft.title}” could not be saved.`);
      return;
    }
    const saved = await answer.json();
    setTasks(all => all.map(task => (task.id === draft.id ? saved : task)));
  }
  async function toggle(task) {
    change(task.id, { done: !task.done });
    const answer = await send('PATCH', `/api/tasks/${task.id}`, { done: !task.done });
    if (!answer.ok) change(task.id, { done: task.done });
  }
  async function remove(task) {
    setDoomed(null);
    setTasks(all => all.filter(other => other.id !== task.id));
    await send('DELETE', `/api/tasks/${task.id}`, {});
  }

  const shown = tasks.filter(task => task.title.toLowerCase().includes(wanted));
  const left = tasks.filter(task => !task.done).length;
  return html`<div>
    <form class="row" onSubmit=${add}>
      <input
        type="text"
        placeholder="What needs to be done?"
        aria-label="New task"
        value=${title}
        onInput=${event => setTitle(event.target.value)} /><button class="main">Add task</button>
    </form>
    <div class="panel">
      <div class="row">
        <input
          type="search"
          placeholder="Filter tasks"
          aria-label="Filter tasks"
          value=${query}
          onInput=${event => setQuery(event.target.value)} /><span class="note" style="margin:0">${left} left</span>
      </div>
      <ul class="tasks">
        ${shown.map(
          task =>
            html`<li key=${task.id} class=${`task${task.done ? ' done' : ''}${task.busy ? ' busy' : ''}`}>
              <input
                type="checkbox"
                checked=${task.done}
                aria-label=${task.title}
                onChange=${() => toggle(task)} /><span>${task.title}</span>
              <button type="button" class="bare" aria-label=${`Delete ${task.title}`} onClick=${() => setDoomed(task)}>
                Delete
              </button>
            </li>`,
        )}
      </ul>
      ${shown.length === 0 && html`<p class="note">No tasks match.</p>`}
    </div>
    ${
      doomed &&
      createPortal(
        html`<div class="veil">
          <div class="dialog" role="dialog" aria-modal="true" aria-label="Delete task">
            <h2>Delete “${doomed.title}”?</h2>
            <p class="note">This cannot be undone.</p>
            <div class="row" style="margin-top:18px">
              <button type="button" class="main" onClick=${() => remove(doomed)}>Delete</button
              ><button type="button" onClick=${() => setDoomed(null)}>Cancel</button>
            </div>
          </div>
        </div>`,
        document.getElementById('overlays'),
      )
    }
    ${flash && html`<div class="flash" role="alert">${flash}</div>`}
  </div>`;
}
