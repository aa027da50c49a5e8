// Settings: controlled fields that show only the state. A value written into the element without an event
// disappears at the next render, twice a second.
import { h } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import htm from 'htm';

const html = htm.bind(h);

export function Settings() {
  const [form, setForm] = useState({ name: 'My workspace', email: '', code: '', plan: 'Free' });
  const [saved, setSaved] = useState('');
  const [, setTick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setTick(tick => tick + 1), 500);
    return () => clearInterval(timer);
  }, []);
  const set =
    (name, shape = text => text) =>
    event =>
      setForm({ ...form, [name]: shape(event.target.value) });
  const wrong = form.email && !form.email.includes('@');
  return html`<form
    class="panel"
    onSubmit=${event => {
      event.preventDefault();
      setSaved(`Saved: ${form.name}, ${form.email || 'no e-mail'}, ${form.code || 'no code'}, ${form.plan}`);
    }}>
    <label for="name">Workspace name</label><input type="text" id="name" value=${form.name} onInput=${set('name')} />
    <label for="email">Notification e-mail</label
    ><input
      type="email"
      id="email"
      value=${form.email}
      onInput=${set('email')}
      aria-invalid=${String(Boolean(wrong))} />
    ${wrong && html`<p class="note bad" role="alert">This is not an e-mail address.</p>`}
    <label for="code">Invitation code</label
    ><input
      type="text"
      id="code"
      value=${form.code}
      placeholder="ABC123"
      onInput=${set('code', text =>
        text
          .toUpperCase()
          .replace(/[^A-Z0-9]/g, '')
          .slice(0, 6),
      )} />
    <label for="plan">Plan</label
    ><select id="plan" value=${form.plan} onChange=${set('plan')}>
      <option>Free</option>
      <option>Team</option>
      <option>Company</option>
    </select>
    <div class="row" style="margin-top:20px">
      <button class="main" disabled=${Boolean(wrong)}>Save settings</button>
    </div>
    ${saved && html`<p class="note" role="status">${saved}</p>`}
  </form>`;
}
