import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { XLSX } from '../http/answers.ts'
import { disposition } from './export/export.ts'

/** Answers with a workbook, to be kept under this name. */
export const sendWorkbook = (reply: FastifyReply, name: string, book: Readable): FastifyReply =>
  reply.type(XLSX).header('content-disposition', disposition(name)).send(book)
