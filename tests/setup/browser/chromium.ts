import { existsSync } from 'node:fs'

/** The same engine without the window around it takes a third of the work; else the whole browser. */
const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome']

/** How Playwright's `launch` finds the machine's own browser. */
export const CHROMIUM = {
  executablePath:
    process.env.CHROMIUM ?? NAMES.map((name) => `/usr/bin/${name}`).find((path) => existsSync(path)) ?? '',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
}
