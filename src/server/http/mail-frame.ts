import type { FastifyInstance } from 'fastify'
import { mailFrameHeaders } from './headers.ts'

/** Where staff pages find the empty page into which they put what strangers wrote; with `?pictures=1` remote pictures load in it. */
const MAIL_FRAME = '/mail-frame'

const EMPTY = '<!doctype html><html><head><meta charset="utf-8"><title></title></head><body></body></html>'

/** A page of its own for the words of a mail: a frame within a staff page would fall under that page's policy, which knows no styles of strangers. */
export function serveMailFrame(app: FastifyInstance): void {
  app.get<{ Querystring: { pictures?: unknown } }>(MAIL_FRAME, async ({ query }, reply) =>
    reply
      .headers(mailFrameHeaders(query.pictures === '1'))
      .type('text/html; charset=utf-8')
      .send(EMPTY),
  )
}
