// Mantine keeps the chosen scheme under this key; without a choice the system's setting counts.
(function () {
  var chosen = null;
  try {
    chosen = localStorage.getItem('mantine-color-scheme-value');
  } catch {
    // Storage is blocked: the system's setting counts.
  }
  var isDark =
    chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light');
  // The frame in index.html is for people who are signed in.
  if (/\/(sign-in|accept-invitation|forgot-password|reset-password)/.test(location.pathname)) {
    document.documentElement.setAttribute('data-door', '');
  }
})();
