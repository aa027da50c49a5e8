const look = '<link rel="stylesheet" href="/style.css">';

customElements.define(
  'star-rating',
  class extends HTMLElement {
    connectedCallback() {
      const root = this.attachShadow({ mode: 'open' });
      root.innerHTML = `${look}<div class="box"><div role="radiogroup" aria-label="Stars"></div><label for="words">In your words</label><input id="words" type="text"><button type="button" id="send">Send review</button><output></output></div>`;
      const group = root.querySelector('[role=radiogroup]');
      for (let stars = 1; stars <= 5; stars += 1) {
        const star = document.createElement('button');
        star.type = 'button';
        star.setAttribute('role', 'radio');
        star.setAttribute('aria-checked', 'false');
        star.setAttribute('aria-label', `${stars} stars`);
        star.textContent = '★';
        star.addEventListener('click', () => {
          for (const other of group.children) other.setAttribute('aria-checked', String(other === star));
        });
        group.append(star, ' ');
      }
      root.getElementById('send').addEventListener('click', () => {
        const chosen = root.querySelector('[aria-checked=true]');
        root.querySelector('output').textContent = chosen
          ? `Thank you for ${chosen.getAttribute('aria-label')}.`
          : 'Please choose the stars first.';
      });
    }
  },
);

customElements.define(
  'member-desk',
  class extends HTMLElement {
    connectedCallback() {
      const root = this.attachShadow({ mode: 'closed' });
      root.innerHTML = `${look}<div class="box"><h2>Become a patron</h2><label for="mail">E-mail</label><input id="mail" name="mail" type="email" autocomplete="email"><button type="button">Join the patrons</button><output></output></div>`;
      root.querySelector('button').addEventListener('click', () => {
        const mail = root.getElementById('mail').value;
        root.querySelector('output').textContent = mail ? `Welcome, ${mail}.` : 'We need your e-mail.';
      });
    }
  },
);

customElements.define(
  'coat-hook',
  class extends HTMLElement {
    connectedCallback() {
      const root = this.attachShadow({ mode: 'closed' });
      root.innerHTML = `${look}<button type="button">Hang your coat</button><output></output>`;
      root.querySelector('button').addEventListener('click', () => {
        root.querySelector('output').textContent = 'Coat number 42.';
      });
    }
  },
);

customElements.define(
  'coat-cupboard',
  class extends HTMLElement {
    connectedCallback() {
      const root = this.attachShadow({ mode: 'open' });
      root.innerHTML = `${look}<div class="box"><h2>Cupboard</h2><coat-hook></coat-hook></div>`;
    }
  },
);

customElements.define(
  'cloak-room',
  class extends HTMLElement {
    connectedCallback() {
      const root = this.attachShadow({ mode: 'closed' });
      root.innerHTML = `${look}<div class="box"><h2>Cloakroom</h2><coat-cupboard></coat-cupboard></div>`;
    }
  },
);

customElements.define(
  'cast-card',
  class extends HTMLElement {
    connectedCallback() {
      const root = this.attachShadow({ mode: 'open' });
      root.innerHTML = `${look}<div class="box"><h2><slot name="name">Somebody</slot></h2><slot></slot><slot name="action"><button type="button">Nothing to do</button></slot></div>`;
    }
  },
);

customElements.define(
  'partner-frame',
  class extends HTMLElement {
    connectedCallback() {
      const root = this.attachShadow({ mode: 'closed' });
      root.innerHTML = `${look}<div class="box"><iframe title="Partner desk" style="height:360px"></iframe></div>`;
      root.querySelector('iframe').src = this.dataset.src;
    }
  },
);
