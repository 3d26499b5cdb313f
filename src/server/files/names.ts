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
