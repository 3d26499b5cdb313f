import { refuse } from '../../shared/refusals.ts'

const LONGEST = 191
/** Characters that hide what a name ends with: controls, zero width, soft hyphen and text direction. */
const HIDING = /[\p{Cc}\p{Cf}\p{Co}\u2028\u2029\u115f\u1160\u3164\uffa0]/u
/** Endings that a file with a second ending would be taken for. */
const RUNNABLE =
  /\.(html?|xhtml|xht|shtml|mht|svgz?|xml|xsl|js|mjs|cjs|jsx|php\d?|phtml|phar|aspx?|jsp|cgi|pl|py|sh|bat|cmd|exe|scr|msi|dll|jar|war|apk|ps1|vbs|vbe|wsf|hta|lnk|swf|pdf|zip|rar|7z|docm?|xlsm?)(?=\.)/i

/** The name as it is kept, and its ending in lower case; a name made to deceive is refused. */
export function checkName(given: string): { name: string; extension: string } {
  const name = given.normalize('NFC').trim()
  const extension = /\.([a-z0-9]{1,5})$/i.exec(name)?.[1]?.toLowerCase()
  if (!extension || HIDING.test(name) || /[/\\]/.test(name) || RUNNABLE.test(name)) refuse('file not accepted')
  const stem = name.slice(0, -extension.length - 1)
  if (stem.replace(/[.\s]/g, '') === '') refuse('file not accepted')
  return { name: `${[...stem].slice(0, LONGEST - extension.length - 1).join('')}.${extension}`, extension }
}

/** The name that a file of any kind goes out with. */
export function mailFileName(given: string): string {
  const name = given
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '')
    .replace(/[/\\]/g, '_')
    .trim()
  if (name.replace(/[.\s_]/g, '') === '') refuse('file not accepted')
  const ending = /\.[A-Za-z0-9]{1,10}$/.exec(name)?.[0] ?? ''
  return [...name.slice(0, name.length - ending.length)].slice(0, LONGEST - ending.length).join('') + ending
}

const TYPES: Record<string, string> = {
  pdf: 'application/pdf',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xls: 'application/vnd.ms-excel',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ppt: 'application/vnd.ms-powerpoint',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  csv: 'text/csv',
  txt: 'text/plain',
  zip: 'application/zip',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  mp4: 'video/mp4',
}

/** The media type that a mail names a file by; nobody here relies on it. */
export const typeByName = (name: string): string =>
  TYPES[/\.([a-z0-9]{1,10})$/i.exec(name)?.[1]?.toLowerCase() ?? ''] ?? 'application/octet-stream'
