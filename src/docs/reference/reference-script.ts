import { CREDENTIALS_KEY } from '../swagger/swagger-script.js';

/** What the reference does in a browser; it can be read without it. */
export const REFERENCE_SCRIPT = `'use strict';
(() => {
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const fill = (name, value) => {
    for (const place of all('[data-fill="' + name + '"]')) place.textContent = value;
  };

  // A call that was copied twice should not be refused as a repetition of the example.
  const letters = crypto.getRandomValues(new Uint8Array(6));
  fill('order-id', 'SHOP-' + [...letters].map((byte) => (byte % 36).toString(36)).join('').toUpperCase());

  const form = document.querySelector('form.credentials');
  const { token, domain } = form.elements;
  const status = form.querySelector('[role=status]');
  const examples = { token: 'wso_your_token', domain: 'your-store.example' };
  const kept = JSON.parse(sessionStorage.getItem('${CREDENTIALS_KEY}') ?? '{}');
  const show = () => {
    fill('token', token.value.trim() || examples.token);
    fill('domain', domain.value.trim() || examples.domain);
  };
  const keep = () => {
    sessionStorage.setItem(
      '${CREDENTIALS_KEY}',
      JSON.stringify({ token: token.value.trim(), domain: domain.value.trim() }),
    );
    status.textContent = '';
    show();
  };
  token.value = kept.token ?? '';
  domain.value = kept.domain ?? '';
  show();
  form.hidden = false;
  form.addEventListener('input', keep);
  form.addEventListener('reset', () => {
    sessionStorage.removeItem('${CREDENTIALS_KEY}');
    setTimeout(() => {
      status.textContent = 'Forgotten.';
      show();
    });
  });
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    status.textContent = 'Checking …';
    try {
      const response = await fetch(location.href.replace(/\\/docs.*$/, '') + '/api/me', {
        headers: { Authorization: 'Bearer ' + token.value.trim(), 'X-Client-Domain': domain.value.trim() },
      });
      const answer = await response.json();
      status.textContent = response.ok
        ? 'They are right: ' + answer.data.client.name + ', plan ' + answer.data.plan.name + ', ' + answer.data.mode + ' mode.'
        : answer.message;
    } catch {
      status.textContent = 'No answer from the service, or a character that no header can hold.';
    }
  });

  const chosenKey = 'reference-language';
  const choices = [];
  const choose = (language, focused) => {
    sessionStorage.setItem(chosenKey, language);
    for (const { tab, panel, name, group } of choices) {
      const isChosen = name === language || (!group.includes(language) && name === group[0]);
      tab.setAttribute('aria-selected', String(isChosen));
      tab.tabIndex = isChosen ? 0 : -1;
      panel.hidden = !isChosen;
      if (isChosen && tab.parentNode === focused) tab.focus();
    }
  };
  for (const group of all('.tabs')) {
    const panels = [...group.children];
    const names = panels.map((panel) => panel.dataset.language);
    const list = document.createElement('div');
    list.className = 'tab-list';
    list.setAttribute('role', 'tablist');
    list.setAttribute('aria-label', 'Language');
    for (const panel of panels) {
      const name = panel.dataset.language;
      const tab = document.createElement('button');
      tab.type = 'button';
      tab.id = 'tab-' + panel.id;
      tab.textContent = name;
      tab.setAttribute('role', 'tab');
      tab.setAttribute('aria-controls', panel.id);
      tab.addEventListener('click', () => {
        // What is read stays where it is while calls above it change their height.
        const before = tab.getBoundingClientRect().top;
        choose(name, list);
        scrollBy(0, tab.getBoundingClientRect().top - before);
      });
      panel.setAttribute('role', 'tabpanel');
      panel.setAttribute('aria-labelledby', tab.id);
      panel.querySelector('.language').remove();
      list.append(tab);
      choices.push({ tab, panel, name, group: names });
    }
    list.addEventListener('keydown', ({ key }) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
      if (step === undefined) return;
      const at = [...list.children].indexOf(document.activeElement);
      choose(names.at((at + step) % names.length), list);
    });
    group.prepend(list);
  }
  choose(sessionStorage.getItem(chosenKey) ?? 'curl');

  const search = document.querySelector('search');
  const box = document.getElementById('search');
  const found = search.querySelector('[role=status]');
  const elsewhere = search.querySelector('.elsewhere');
  const places = all('li', elsewhere).map((item) => ({
    item,
    text: (item.textContent + ' ' + item.dataset.text).toLowerCase(),
  }));
  const sections = all('section', document.getElementById('main')).map((section) => {
    const id = section.getAttribute('aria-labelledby');
    const item = document.querySelector('.contents a[href="#' + id + '"]').parentNode;
    return { section, item, text: (id + ' ' + section.textContent).toLowerCase() };
  });
  const filter = () => {
    const words = box.value.toLowerCase().split(/\\s+/).filter(Boolean);
    const has = ({ text }) => words.every((word) => text.includes(word));
    for (const part of sections) part.section.hidden = part.item.hidden = !has(part);
    for (const place of places) place.item.hidden = words.length === 0 || !has(place);
    elsewhere.hidden = places.every(({ item }) => item.hidden);
    const count = sections.filter(has).length + places.filter(({ item }) => !item.hidden).length;
    found.textContent = words.length === 0 ? '' : count + (count === 1 ? ' place' : ' places');
    for (const group of all('.contents > ol > li')) {
      const items = all('li', group);
      if (items.length > 0) group.hidden = items.every((item) => item.hidden);
    }
  };
  search.hidden = false;
  box.addEventListener('input', filter);
  addEventListener('hashchange', () => {
    const target = document.getElementById(location.hash.slice(1));
    if (target?.closest('section')?.hidden !== true) return;
    box.value = '';
    filter();
    target.scrollIntoView();
  });
  addEventListener('keydown', (event) => {
    const isTyping = /^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement.tagName);
    if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    box.focus();
  });

  // The heights above changed since the browser went to the address's place.
  document.getElementById(location.hash.slice(1))?.scrollIntoView();
})();
`;
