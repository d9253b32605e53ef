// Runs before the first paint: a dark page must not flash white while the modules load. media.ts does the rest.
{
  let choice = null;
  try {
    choice = localStorage.getItem('theme');
  } catch {
    // A browser that keeps nothing: the system's theme.
  }
  const isDark =
    choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light';
}
