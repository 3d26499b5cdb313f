import { request as plainRequest } from 'node:http'
import { request as secureRequest } from 'node:https'
import type { Address } from '../../shared/fields.ts'
import { addressesOf, isPublic } from '../mail/targets.ts'

/** What the operator set up: OSRM's `/route/v1` and Nominatim's `/search`. */
export interface RouteService {
  route: string
  geocode: string
  /** It stands in the house's own network. */
  isInternal: boolean
}
export interface Point {
  latitude: number
  longitude: number
}

/** Why there is no way: the service does not know an address, or does not answer as it should. */
export class NoWay extends Error {
  override name = 'NoWay'
  readonly why: 'unknown' | 'failed'
  constructor(why: 'unknown' | 'failed', cause?: unknown) {
    super(`No way: ${why}`, { cause })
    this.why = why
  }
}

const SILENCE_MS = 5000
const LARGEST_BYTES = 1_000_000

/**
 * Kilometres and minutes by road, from the configured service.
 * @throws NoWay
 */
export async function wayBetween(
  service: RouteService,
  from: Point | Address,
  to: Address,
): Promise<{ distance: number; duration: number }> {
  const [start, end] = [await pointOf(service, from), await pointOf(service, to)]
  const ends = [start, end].map(({ latitude, longitude }) => `${longitude},${latitude}`).join(';')
  const found = await ask(service, `${service.route}/route/v1/driving/${ends}?overview=false`)
  const [best] = (found as { routes?: { distance?: unknown; duration?: unknown }[] } | null)?.routes ?? [] // theirs, checked below
  const [metres, seconds] = [Number(best?.distance), Number(best?.duration)]
  if (!best || !isFigure(metres) || !isFigure(seconds)) throw new NoWay('unknown')
  return { distance: Math.round(metres / 100) / 10, duration: Math.max(1, Math.round(seconds / 60)) }
}

const isFigure = (value: number): boolean => Number.isFinite(value) && value >= 0 && value < 1e8

async function pointOf(service: RouteService, place: Point | Address): Promise<Point> {
  if ('latitude' in place) return place
  const words = [place.line, place.ward, place.district, place.province, 'Việt Nam'].filter(Boolean).join(', ')
  const found = await ask(service, `${service.geocode}/search?format=json&limit=1&q=${encodeURIComponent(words)}`)
  const [first] = Array.isArray(found) ? (found as { lat?: unknown; lon?: unknown }[]) : [] // theirs, checked below
  const [latitude, longitude] = [Number(first?.lat), Number(first?.lon)]
  if (!first || Math.abs(latitude) > 90 || Math.abs(longitude) > 180 || Number.isNaN(latitude + longitude))
    throw new NoWay('unknown')
  return { latitude, longitude }
}

/**
 * One look at the address a name stands for, which is then connected to; no redirect is followed, and nothing inside a
 * network is reached unless the operator says that it stands there (design/security.md, T19).
 */
async function ask({ isInternal }: RouteService, url: string): Promise<unknown> {
  const target = new URL(url)
  const isSecure = target.protocol === 'https:'
  if (!isInternal && (!isSecure || (target.port !== '' && target.port !== '443'))) throw new NoWay('failed')
  const found = await addressesOf(target.hostname.replace(/^\[|\]$/g, ''))
  const [address] = found
  if (!address || (!isInternal && !found.every(isPublic))) throw new NoWay('failed')
  const family = address.includes(':') ? 6 : 4
  return new Promise((answer, fail) => {
    const refuse = (cause?: unknown) => fail(new NoWay('failed', cause))
    const call = (isSecure ? secureRequest : plainRequest)(
      target,
      {
        headers: { accept: 'application/json', 'user-agent': 'retail-back-office' },
        lookup: (_host, { all }, done) => (all ? done(null, [{ address, family }]) : done(null, address, family)),
        signal: AbortSignal.timeout(SILENCE_MS),
      },
      (response) => {
        if (response.statusCode !== 200) {
          response.destroy()
          return refuse(`status ${response.statusCode}`)
        }
        let text = ''
        response.setEncoding('utf8')
        response.on('data', (part: string) => {
          text += part
          if (text.length > LARGEST_BYTES) response.destroy(new Error('too large'))
        })
        response.on('error', refuse)
        response.on('end', () => {
          try {
            answer(JSON.parse(text))
          } catch (cause) {
            refuse(cause)
          }
        })
      },
    )
    call.on('error', refuse)
    call.end()
  })
}
