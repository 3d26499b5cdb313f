// Before the first paint, so that a dark page never flashes light. The application itself checks and follows the rest.
try {
  const config = JSON.parse(localStorage.getItem('config') || '{}')
  if (config.navType === 'dark') document.documentElement.dataset.scheme = 'dark'
  if (typeof config.presetColor === 'string') document.documentElement.dataset.preset = config.presetColor
} catch {}
