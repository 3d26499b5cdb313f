import { type CSSVariablesResolver, createTheme, defaultVariantColorsResolver } from '@mantine/core'

const accent = [
  '#eef2fd',
  '#e0e8fc',
  '#c3d2f8',
  '#9fb6f3',
  '#7b98ed',
  '#5577e6',
  '#2f5fe0',
  '#244fc4',
  '#1d41a3',
  '#173482',
] as const

/** Mantine's own greys, in the tone of the tokens. */
const gray = [
  '#f6f7f9',
  '#f0f2f5',
  '#e3e6eb',
  '#cdd3dc',
  '#aab3bf',
  '#7c8794',
  '#5f6a79',
  '#4d5868',
  '#323b49',
  '#1b2330',
] as const
const dark = [
  '#e8ecf2',
  '#b4bdc9',
  '#929dab',
  '#6b7686',
  '#3b4452',
  '#2a313c',
  '#222933',
  '#181d25',
  '#141920',
  '#11151b',
] as const

/** A dialog's header is no banner of the page. */
const HEADER = { role: 'presentation' }

/** Mantine, drawn with the tokens: sizes here, colours below. */
export const theme = createTheme({
  fontFamily: 'var(--font)',
  headings: { fontFamily: 'var(--font)', fontWeight: '600' },
  primaryColor: 'accent',
  primaryShade: 6,
  colors: { accent, gray, dark },
  defaultRadius: 'md',
  radius: { xs: '4px', sm: 'var(--radius-sm)', md: 'var(--radius)', lg: 'calc(var(--radius) + 4px)', xl: '999px' },
  fontSizes: {
    xs: 'var(--size-xs)',
    sm: 'var(--size)',
    md: 'var(--size-md)',
    lg: 'var(--size-lg)',
    xl: 'var(--size-xl)',
  },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '20px', xl: '28px' },
  shadows: {
    xs: 'var(--shadow)',
    sm: 'var(--shadow)',
    md: 'var(--shadow-lg)',
    lg: 'var(--shadow-lg)',
    xl: 'var(--shadow-lg)',
  },
  focusRing: 'auto',
  cursorType: 'pointer',
  respectReducedMotion: true,
  // White does not carry on the bright accents of the dark scheme.
  variantColorResolver: (input) => ({
    ...defaultVariantColorsResolver(input),
    ...(input.variant === 'filled' ? { color: 'var(--on-accent)' } : {}),
  }),
  // The page itself never scrolls, so nothing need lock it. By name, not by component: what a page does not draw it does not load.
  components: {
    Button: { defaultProps: { size: 'sm' }, styles: { root: { fontWeight: 500 } } },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray', size: 36 } },
    Tooltip: { defaultProps: { openDelay: 400, withArrow: false, transitionProps: { duration: 100 } } },
    Menu: { defaultProps: { shadow: 'md', transitionProps: { duration: 100 }, withInitialFocusPlaceholder: false } },
    Popover: { defaultProps: { shadow: 'md', transitionProps: { duration: 100 } } },
    Modal: {
      defaultProps: {
        lockScroll: false,
        attributes: { header: HEADER },
        transitionProps: { duration: 120, transition: 'fade' },
        overlayProps: { backgroundOpacity: 1, color: 'var(--backdrop)' },
      },
    },
    Drawer: {
      defaultProps: {
        lockScroll: false,
        attributes: { header: HEADER },
        transitionProps: { duration: 160 },
        overlayProps: { backgroundOpacity: 1, color: 'var(--backdrop)' },
      },
    },
    Loader: { defaultProps: { size: 'sm', type: 'oval' } },
    Skeleton: { defaultProps: { radius: 'sm' } },
  },
})

const MEANINGS = {
  red: 'bad',
  green: 'ok',
  yellow: 'warn',
  orange: 'warn',
  cyan: 'info',
  violet: 'violet',
  gray: 'mute',
  accent: 'accent',
} as const

/** Both schemes read the same variables; tokens.css gives them their values. */
export const tokensAsVariables: CSSVariablesResolver = () => ({ variables: {}, light: colours(), dark: colours() })

function colours(): Record<string, string> {
  return {
    '--mantine-color-body': 'var(--surface)',
    '--mantine-color-text': 'var(--text)',
    '--mantine-color-dimmed': 'var(--text-3)',
    '--mantine-color-placeholder': 'var(--text-3)',
    '--mantine-color-anchor': 'var(--accent-text)',
    '--mantine-color-error': 'var(--bad)',
    '--mantine-color-default': 'var(--surface)',
    '--mantine-color-default-hover': 'var(--hover)',
    '--mantine-color-default-color': 'var(--text)',
    '--mantine-color-default-border': 'var(--line-strong)',
    '--mantine-color-disabled': 'var(--sunken)',
    '--mantine-color-disabled-color': 'var(--text-3)',
    '--mantine-color-disabled-border': 'var(--line)',
    '--mantine-primary-color-contrast': 'var(--on-accent)',
    // The words of a menu's entry.
    '--mantine-color-red-6': 'var(--bad)',
    ...Object.fromEntries(
      Object.entries(MEANINGS).flatMap(([name, token]) => meaning(`--mantine-color-${name}`, token)),
    ),
    ...Object.fromEntries(meaning('--mantine-primary-color', 'accent')),
  }
}

function meaning(prefix: string, token: string): [string, string][] {
  const words = token === 'accent' ? 'var(--accent-text)' : `var(--${token})`
  return [
    [`${prefix}-filled`, `var(--${token})`],
    [`${prefix}-filled-hover`, `color-mix(in srgb, var(--${token}) 88%, var(--text))`],
    [`${prefix}-light`, `var(--${token}-soft)`],
    [`${prefix}-light-hover`, `color-mix(in srgb, var(--${token}-soft) 88%, var(--${token}))`],
    [`${prefix}-light-color`, words],
    [`${prefix}-text`, token === 'mute' ? 'var(--text-2)' : words],
    [`${prefix}-outline`, `var(--${token})`],
    [`${prefix}-outline-hover`, `var(--${token}-soft)`],
  ]
}
