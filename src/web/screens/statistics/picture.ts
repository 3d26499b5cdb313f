/** A chart as a picture to show in a meeting: drawn anew on a canvas, so that it has the page's own font and needs nothing from outside. */
export interface PictureWords {
  title: string
  lines: readonly string[]
  legend: readonly { label: string; color: string; isLine?: boolean }[]
}

const SCALE = 2
const PAD = 24
const TITLE = 26
const LINE = 20

/** PNG, always in light colours. */
export async function pictureOf(svg: SVGSVGElement, words: PictureWords): Promise<Blob> {
  await document.fonts.ready
  const { width, height } = svg.getBoundingClientRect()
  const canvas = document.createElement('canvas')
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('This browser draws no pictures')
  const legendRows = rowsOf(pen, words, width)
  const top = PAD + TITLE + words.lines.length * LINE + legendRows.length * LINE + 12
  canvas.width = (width + 2 * PAD) * SCALE
  canvas.height = (top + height + PAD) * SCALE
  const shapes = [...svg.querySelectorAll<SVGGraphicsElement>('rect, path, line, circle, text')]
  inLight([svg, ...shapes], () => {
    pen.scale(SCALE, SCALE)
    pen.fillStyle = colour('var(--surface)')
    pen.fillRect(0, 0, width + 2 * PAD, top + height + PAD)
    drawWords(pen, words, legendRows)
    pen.translate(PAD, top)
    for (const shape of svg.querySelectorAll<SVGGraphicsElement>('rect, path, line, circle, text'))
      draw(pen, svg, shape)
  })
  return new Promise((made, failed) => {
    canvas.toBlob((blob) => (blob ? made(blob) : failed(new Error('The picture could not be made'))), 'image/png')
  })
}

/** Colours are those of paper, whatever the screen's; nobody sees the change, as nothing is painted in between. */
function inLight(shapes: readonly SVGElement[], work: () => void): void {
  const root = document.documentElement
  const { scheme } = root.dataset
  // A colour on its way to another would be read half-way.
  for (const shape of shapes) shape.style.transition = 'none'
  root.dataset.scheme = 'light'
  try {
    work()
  } finally {
    for (const shape of shapes) shape.style.removeProperty('transition')
    if (scheme === undefined) delete root.dataset.scheme
    else root.dataset.scheme = scheme
  }
}

const FONT = '"Roboto", "Noto Sans KR", sans-serif'
const small = (pen: CanvasRenderingContext2D) => {
  pen.font = `13px ${FONT}`
}

function rowsOf(pen: CanvasRenderingContext2D, { legend }: PictureWords, width: number): PictureWords['legend'][] {
  small(pen)
  const rows: PictureWords['legend'][number][][] = []
  let left = 0
  for (const one of legend) {
    const needed = pen.measureText(one.label).width + 40
    if (rows.length === 0 || left + needed > width) {
      rows.push([])
      left = 0
    }
    rows.at(-1)?.push(one)
    left += needed
  }
  return rows
}

function drawWords(
  pen: CanvasRenderingContext2D,
  { title, lines }: PictureWords,
  legend: PictureWords['legend'][],
): void {
  pen.textBaseline = 'alphabetic'
  pen.fillStyle = colour('var(--text)')
  pen.font = `600 18px ${FONT}`
  pen.fillText(title, PAD, PAD + 16)
  small(pen)
  pen.fillStyle = colour('var(--text-2)')
  for (const [at, line] of lines.entries()) pen.fillText(line, PAD, PAD + TITLE + at * LINE + 14)
  for (const [row, entries] of legend.entries()) {
    const y = PAD + TITLE + (lines.length + row) * LINE + 18
    let x = PAD
    for (const { label, color, isLine } of entries) {
      pen.fillStyle = colour(color)
      pen.fillRect(x, isLine ? y - 6 : y - 10, isLine ? 16 : 11, isLine ? 3 : 11)
      pen.fillStyle = colour('var(--text-2)')
      pen.fillText(label, x + 22, y)
      x += pen.measureText(label).width + 40
    }
  }
}

/** One shape of the chart, as the browser computed it. */
function draw(pen: CanvasRenderingContext2D, svg: SVGSVGElement, shape: SVGGraphicsElement): void {
  if (shape.closest('defs, clipPath')) return
  const style = getComputedStyle(shape)
  const [at, base] = [shape.getScreenCTM(), svg.getScreenCTM()]
  if (!at || !base || style.visibility === 'hidden') return
  const { a, b, c, d, e, f } = base.inverse().multiply(at)
  pen.save()
  pen.transform(a, b, c, d, e, f)
  pen.globalAlpha = Number(style.opacity)
  if (shape instanceof SVGTextElement) drawText(pen, shape, style)
  else drawPath(pen, pathOf(shape), style)
  pen.restore()
}

function drawPath(pen: CanvasRenderingContext2D, path: Path2D, style: CSSStyleDeclaration): void {
  if (isInk(style.fill)) {
    pen.globalAlpha *= Number(style.fillOpacity)
    pen.fillStyle = style.fill
    pen.fill(path)
  }
  if (!isInk(style.stroke)) return
  pen.strokeStyle = style.stroke
  pen.lineWidth = Number.parseFloat(style.strokeWidth)
  pen.setLineDash(style.strokeDasharray === 'none' ? [] : (style.strokeDasharray.match(/[\d.]+/g) ?? []).map(Number))
  pen.stroke(path)
}

/** Words begin where the browser put their first letter. */
function drawText(pen: CanvasRenderingContext2D, text: SVGTextElement, style: CSSStyleDeclaration): void {
  if (text.getNumberOfChars() === 0) return
  const { x, y } = text.getStartPositionOfChar(0)
  pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`
  const words = text.textContent ?? ''
  if (isInk(style.stroke)) {
    pen.strokeStyle = style.stroke
    pen.lineWidth = Number.parseFloat(style.strokeWidth)
    pen.lineJoin = 'round'
    pen.strokeText(words, x, y)
  }
  pen.fillStyle = style.fill
  pen.fillText(words, x, y)
}

function pathOf(shape: SVGGraphicsElement): Path2D {
  const length = (name: string) => Number(shape.getAttribute(name) ?? 0)
  const path = new Path2D(shape instanceof SVGPathElement ? (shape.getAttribute('d') ?? '') : '')
  if (shape instanceof SVGRectElement) path.rect(length('x'), length('y'), length('width'), length('height'))
  if (shape instanceof SVGLineElement) {
    path.moveTo(length('x1'), length('y1'))
    path.lineTo(length('x2'), length('y2'))
  }
  if (shape instanceof SVGCircleElement) path.arc(length('cx'), length('cy'), length('r'), 0, 2 * Math.PI)
  return path
}

const isInk = (paint: string) => paint !== 'none' && paint !== 'transparent' && paint !== 'rgba(0, 0, 0, 0)'

/** A colour of the tokens as it is now. */
function colour(token: string): string {
  const name = /^var\((--[\w-]+)\)$/.exec(token)?.[1]
  const place = document.querySelector('[data-pictured]') ?? document.documentElement
  return name ? getComputedStyle(place).getPropertyValue(name) : token
}
