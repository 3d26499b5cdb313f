import type { Chance } from '../random.ts'

/** Strokes the scenes are made of; all in SVG. */

export const WIDTH = 960
export const HEIGHT = 720

/** Colours of packets. */
export const GOODS = [
  '#c8443c',
  '#e0913a',
  '#3f7f5f',
  '#2f6690',
  '#8a5a9e',
  '#d8b24a',
  '#b5475f',
  '#4f8f9c',
  '#7a8b3a',
  '#e6e0d2',
]
export const around = (chance: Chance, middle: number, spread: number) =>
  Math.round(middle + (chance.next() - 0.5) * 2 * spread)
export const rect = (x: number, y: number, width: number, height: number, fill: string, more = '') =>
  `<rect x="${x.toFixed(1)}" y="${y.toFixed(1)}" width="${width.toFixed(1)}" height="${height.toFixed(1)}" fill="${fill}" ${more}/>`
export const many = (count: number, draw: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => draw(at)).join('')

/** Light from above, shade at the edges, a little tilt: as a hand holds a telephone. */
export function frame(chance: Chance, ...parts: string[]): string {
  const tilt = ((chance.next() - 0.5) * 4).toFixed(2)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 1200 900"><defs>
<radialGradient id="shade" cx="50%" cy="42%" r="75%"><stop offset="55%" stop-color="#000" stop-opacity="0"/><stop offset="100%" stop-color="#0b1220" stop-opacity=".5"/></radialGradient>
<linearGradient id="light" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#fff" stop-opacity=".35"/><stop offset=".5" stop-color="#fff" stop-opacity="0"/></linearGradient>
<linearGradient id="round" x1="0" y1="0" x2="1" y2="0"><stop offset="0" stop-color="#000" stop-opacity=".28"/><stop offset=".3" stop-color="#fff" stop-opacity=".3"/><stop offset="1" stop-color="#000" stop-opacity=".34"/></linearGradient>
<radialGradient id="soft"><stop offset="40%" stop-color="#000"/><stop offset="100%" stop-color="#000" stop-opacity="0"/></radialGradient></defs>
<g transform="rotate(${tilt} 600 450) translate(600 450) scale(1.06) translate(-600 -450)">${parts.join('')}</g>
<rect width="1200" height="900" fill="url(#light)"/><rect width="1200" height="900" fill="url(#shade)"/></svg>`
}

export const shadow = (x: number, y: number, rx: number, ry: number, opacity = 0.35) =>
  `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="url(#soft)" opacity="${opacity}"/>`

export function bottle(x: number, base: number, width: number, height: number, colour: string): string {
  const neck = width * 0.36
  const [left, middle] = [x + (width - neck) / 2, height * 0.28]
  return `${rect(left, base - height, neck, middle + 6, colour, 'rx="5"')}${rect(left - 2, base - height - 10, neck + 4, 16, '#f4f1ea', 'rx="3"')}
${rect(x, base - height + middle, width, height - middle, colour, `rx="${width * 0.18}"`)}${rect(x, base - height * 0.5, width, height * 0.26, '#fbf7ee')}
${rect(x + width * 0.2, base - height * 0.42, width * 0.6, height * 0.05, colour)}${rect(x, base - height + middle, width, height - middle, 'url(#round)', `rx="${width * 0.18}"`)}`
}

export function carton(x: number, base: number, width: number, height: number, colour: string): string {
  return `${rect(x, base - height, width, height, colour, 'rx="3"')}${rect(x + width * 0.12, base - height * 0.82, width * 0.76, height * 0.3, '#fdf9f0', 'rx="3"')}
<circle cx="${x + width / 2}" cy="${base - height * 0.27}" r="${Math.min(width, height) * 0.17}" fill="#ffe9b0" opacity=".9"/>${rect(x, base - height, width * 0.12, height, '#000', 'opacity=".16"')}`
}

export function tin(x: number, base: number, width: number, height: number, colour: string): string {
  return `${rect(x, base - height, width, height, colour, 'rx="6"')}${rect(x, base - height * 0.7, width, height * 0.4, '#fff7e2')}${rect(x, base - height, width, height, 'url(#round)', 'rx="6"')}
<ellipse cx="${x + width / 2}" cy="${base - height + 3}" rx="${width / 2}" ry="7" fill="#d5d8dc"/>`
}

export function car(x: number, y: number, colour: string, scale: number): string {
  return `<g transform="translate(${x} ${y}) scale(${scale})">${shadow(170, 128, 190, 20, 0.5)}<path d="M10 100 Q8 66 48 60 L96 18 Q104 8 120 8 L238 8 Q252 8 262 20 L300 60 Q334 66 334 100 L334 120 L10 120Z" fill="${colour}"/>
<path d="M74 58 L112 22 L166 22 L166 58Z M178 22 L236 22 L274 58 L178 58Z" fill="#22303c"/><path d="M84 56 L114 26 L134 26 L108 56Z" fill="#fff" opacity=".22"/>
<circle cx="82" cy="120" r="30" fill="#14171b"/><circle cx="82" cy="120" r="15" fill="#9aa3ab"/><circle cx="262" cy="120" r="30" fill="#14171b"/><circle cx="262" cy="120" r="15" fill="#9aa3ab"/>
<rect x="316" y="76" width="20" height="14" rx="5" fill="#ffdf8a"/><rect x="8" y="78" width="16" height="14" rx="5" fill="#c0392b"/></g>`
}

export function person(x: number, y: number, shirt: string, chance: Chance): string {
  const hair = chance.pick(['#1d1a18', '#2b211b', '#3b2c22'])
  return `${shadow(x, y + 330, 76, 14)}${rect(x - 48, y + 190, 42, 140, '#2b3440', 'rx="10"')}${rect(x + 6, y + 190, 42, 140, '#2b3440', 'rx="10"')}
<path d="M${x - 66} ${y + 210} Q${x - 74} ${y + 66} ${x} ${y + 60} Q${x + 74} ${y + 66} ${x + 66} ${y + 210}Z" fill="${shirt}"/><circle cx="${x}" cy="${y + 16}" r="44" fill="${chance.pick(['#e7bd97', '#d9a87f', '#f0cba8'])}"/><path d="M${x - 46} ${y + 18} Q${x - 50} ${y - 38} ${x} ${y - 38} Q${x + 50} ${y - 38} ${x + 46} ${y + 18} Q${x + 30} ${y - 12} ${x - 20} ${y - 10} Q${x - 42} ${y - 4} ${x - 46} ${y + 18}Z" fill="${hair}"/>`
}
