import '../styles/reference.css';
import { BASE_URL, fill, required } from './page.js';

/** The key of the reader's credentials in the session storage of a tab, which Swagger UI uses, too: `{token, domain}`. */
const CREDENTIALS_KEY = 'credentials-store';

interface Client {
  data: { client: { name: string }; plan: { name: string }; mode: string };
}

const form = required<HTMLFormElement>(document, 'form.credentials');
const token = required<HTMLInputElement>(form, '#token');
const domain = required<HTMLInputElement>(form, '#domain');
const status = required(form, '[role=status]');

const show = (): void => {
  fill('token', token.value.trim() || 'wso_your_token');
  fill('domain', domain.value.trim() || 'your-store.example');
};

const stored = JSON.parse(sessionStorage.getItem(CREDENTIALS_KEY) ?? '{}') as {
  token?: string;
  domain?: string;
};
token.value = stored.token ?? '';
domain.value = stored.domain ?? '';
show();
form.hidden = false;

form.addEventListener('input', () => {
  const credentials = { token: token.value.trim(), domain: domain.value.trim() };
  sessionStorage.setItem(CREDENTIALS_KEY, JSON.stringify(credentials));
  status.textContent = '';
  show();
});

form.addEventListener('reset', () => {
  sessionStorage.removeItem(CREDENTIALS_KEY);
  // The fields are empty only after the event.
  setTimeout(() => {
    status.textContent = 'Forgotten.';
    show();
  });
});

form.addEventListener('submit', (event) => {
  event.preventDefault();
  status.textContent = 'Checking …';
  checkResult().then(
    (text) => (status.textContent = text),
    () => (status.textContent = 'No answer from the service, or an invalid character in a field.'),
  );
});

async function checkResult(): Promise<string> {
  const response = await fetch(`${BASE_URL}/api/me`, {
    headers: {
      Authorization: `Bearer ${token.value.trim()}`,
      'X-Client-Domain': domain.value.trim(),
    },
  });
  if (!response.ok) return ((await response.json()) as { message: string }).message;
  const { client, plan, mode } = ((await response.json()) as Client).data;
  return `They are right: ${client.name}, plan ${plan.name}, ${mode} mode.`;
}
