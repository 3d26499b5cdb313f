import { DISPLACED, TOO_MANY_TO_SORT, UNPROVEN } from './api.ts'
import type { Message } from './message.ts'
import { SCREEN_REFUSALS } from './screen-refusals.ts'

/** Every way the server says no: one closed list, each with its code, HTTP status and sentence (a catalog key). */
export const REFUSALS = {
  ...SCREEN_REFUSALS,
  malformed: { code: 1000, status: 400, text: 'The request could not be read.' },
  'protected field': { code: 1001, status: 400, text: 'This field cannot be set here: {{field}}.' },
  'no session': { code: 1100, status: 401, text: 'Please sign in again.' },
  'wrong sign-in': { code: 1101, status: 200, text: 'The e-mail or the password is not right.' },
  'sign-in slowed': { code: 1102, status: 200, text: 'Too many attempts. Please try again in {{wait}}.' },
  'wrong password': { code: 1103, status: 422, text: 'The current password is not right.' },
  'weak password': { code: 1104, status: 422, text: 'Please choose a stronger password.' },
  'dead key': { code: 1105, status: 401, text: 'This API key is unknown, has expired or was revoked.' },
  'session displaced': {
    code: DISPLACED,
    status: 401,
    text: 'You have signed in on other devices since, and {{n}} at once are the most. Please sign in again.',
  },
  unproven: { code: UNPROVEN, status: 403, text: 'Please enter your password again to do this.' },
  'no permission': { code: 1200, status: 403, text: 'You do not have permission for this.' },
  'key from elsewhere': { code: 1201, status: 403, text: 'This API key may not be used from {{address}}.' },
  'not for keys': {
    code: 1202,
    status: 403,
    text: 'This call is for people who are signed in. An API key cannot make it.',
  },
  'key without a place': {
    code: 1203,
    status: 403,
    text: 'API keys are made by people who see the whole chain or one store.',
  },
  'not found': { code: 1300, status: 404, text: 'This does not exist, or is not open to you.' },
  duplicate: { code: 1401, status: 409, text: '{{field}} is already in use.' },
  'not allowed now': {
    code: 1402,
    status: 409,
    text: 'Not possible while the state is {{state}}. Possible now: {{steps}}.',
    alone: 'Not possible while the state is {{state}}.',
  },
  'mail decided': {
    code: 1413,
    status: 409,
    text: '{{who}} decided about this mail at {{at}}. It is now: {{state}}.',
  },
  'webhook off': { code: 1412, status: 409, text: 'This webhook is switched off. Switch it on first.' },
  'differs from stored': {
    code: 1411,
    status: 409,
    text: 'This is there already and says something else. It stays as it is.',
  },
  'in use': { code: 1403, status: 409, text: 'This is still in use and cannot be deleted.' },
  'last administrator': { code: 1404, status: 409, text: 'One active administrator must remain.' },
  'more than held': { code: 1405, status: 403, text: 'You cannot grant permissions that you do not hold.' },
  'own role': { code: 1406, status: 403, text: 'You cannot change your own role.' },
  'own account': { code: 1470, status: 403, text: 'You cannot delete or block your own account.' },
  'rated already': { code: 1471, status: 409, text: 'You have rated the handling already. Thank you.' },
  cycle: { code: 1407, status: 409, text: 'A department cannot be below itself.' },
  merged: { code: 1409, status: 409, text: 'This complaint was merged into another one. Please continue there.' },
  'others merged': {
    code: 1414,
    status: 409,
    text: 'Other complaints were merged into this one. Please undo those merges first.',
  },
  'no extension': {
    code: 1410,
    status: 409,
    text: 'The deadline was not given by hand, or has changed since: there is nothing to take back.',
  },
  'no cost waits': { code: 1422, status: 409, text: 'No cost waits for approval here.' },
  'own cost': { code: 1423, status: 403, text: 'You asked for this approval yourself: somebody else must decide.' },
  'cost above limit': { code: 1424, status: 403, text: 'This cost is above your own limit of {{limit}} đồng.' },
  'registered already': { code: 1440, status: 409, text: 'The registration form you submitted already exists.' },
  'undo over': {
    code: 1455,
    status: 409,
    text: 'Whoever completed this can take it back within {{minutes}} minutes. Now only an administrator can.',
  },
  'reason to close': {
    code: 1456,
    status: 422,
    text: 'No invoice is issued for this request yet. Issue it, or say why it is closed without one.',
  },
  'price differs': {
    code: 1479,
    status: 422,
    text: 'Shelf or till say another price than ours. Then the price is wrong.',
  },
  'price agrees': {
    code: 1489,
    status: 422,
    text: 'Shelf and till both say our price. If that is so, the price is right.',
  },
  'no wrong shelf': {
    code: 1490,
    status: 409,
    text: 'The other stores are asked when the price on a shelf is found wrong.',
  },
  'without a store': {
    code: 1457,
    status: 409,
    text: 'This role sees one store only, and {{n}} of its people have none: {{names}}. Please give them a store first.',
  },
  'without a department': {
    code: 1458,
    status: 409,
    text: 'This role sees one department only, and {{n}} of its people have none: {{names}}. Please give them a department first.',
  },
  'no mail server': { code: 1430, status: 409, text: 'No mail server is set up.' },
  'no mailbox': {
    code: 1431,
    status: 409,
    text: 'Your mailbox is not connected yet. Please set it up in your account settings.',
  },
  'mailbox away': {
    code: 1432,
    status: 503,
    text: 'Your mail server cannot be reached right now. What you wrote is kept. Please try again.',
  },
  'mailbox closed': {
    code: 1433,
    status: 409,
    text: 'Your mail server does not accept user and password. Please enter them again in your account settings.',
  },
  'mailbox unsafe': {
    code: 1434,
    status: 409,
    text: 'The certificate of your mail server does not fit ({{answer}}), so nothing was sent to it.',
  },
  'mailbox says no': { code: 1435, status: 409, text: 'Your mail server said no: “{{answer}}”.' },
  'mailbox full': {
    code: 1436,
    status: 409,
    text: 'Your mailbox is full. Please delete some mails and empty the trash, then try again.',
  },
  'mail gone': { code: 1437, status: 404, text: 'This mail is no longer there. It was moved or deleted meanwhile.' },
  'mail left': { code: 1438, status: 409, text: 'This mail is on its way already and cannot be taken back.' },
  'mail undo over': { code: 1439, status: 409, text: 'This can no longer be undone.' },
  'no mail folder': { code: 1429, status: 409, text: 'Your mailbox has no folder for this: {{folder}}.' },
  'mail unreadable': {
    code: 1428,
    status: 422,
    text: 'This mail cannot be shown safely. You can still save its attachments.',
  },
  'no amounts': {
    code: 1443,
    status: 409,
    text: 'The amounts of this request are not known yet. Please fill them in first.',
  },
  'invoice issued': {
    code: 1441,
    status: 409,
    text: 'The invoice is issued: what it says changes only by an adjustment or a replacement.',
  },
  'adjusted before': {
    code: 1444,
    status: 409,
    text: 'This invoice was adjusted: by law it is adjusted further, and no longer replaced.',
  },
  'replaced before': {
    code: 1445,
    status: 409,
    text: 'This invoice was replaced: by law the new one is replaced again, and not adjusted.',
  },
  'corrected too early': {
    code: 1446,
    status: 409,
    text: 'A correcting invoice cannot be older than the invoice it corrects.',
  },
  'invoice number used': {
    code: 1447,
    status: 409,
    text: 'An invoice with this serial and number already exists here. A correcting invoice needs a number of its own.',
  },
  'invoice number of another': {
    code: 1449,
    status: 409,
    text: 'An invoice with this serial and number stands at request {{number}} already.',
  },
  'invoice number elsewhere': {
    code: 1453,
    status: 409,
    text: 'An invoice with this serial and number was issued for another request already.',
  },
  'rate in use': {
    code: 1448,
    status: 409,
    text: 'Bills or VAT requests use this rate, so it cannot be deleted and its kind, rate and days cannot change. If it has no last day, set one; then add a new rate from the next day on.',
  },
  'nothing to send': { code: 1442, status: 409, text: 'No request with amounts is waiting to be sent.' },
  'no routing': {
    code: 1450,
    status: 409,
    text: 'No routing service is set up. Please enter the distance in kilometres.',
  },
  'way unknown': {
    code: 1451,
    status: 422,
    text: 'The routing service does not know this address. Please enter the distance in kilometres.',
  },
  'routing failed': {
    code: 1452,
    status: 503,
    text: 'The routing service does not answer. Please enter the distance in kilometres.',
  },
  'card unknown': { code: 1480, status: 404, text: 'This card is not known here.' },
  'card dead': {
    code: 1481,
    status: 409,
    text: 'This card of {{name}} was replaced or reported lost. Please keep it, and ask for the new one.',
  },
  'not admitted': { code: 1482, status: 409, text: '{{name}} may not come in: {{why}}.' },
  'inside already': {
    code: 1483,
    status: 409,
    text: '{{name}} is inside {{store}} already: checked in by {{who}} at {{at}}.',
  },
  'inside twice': { code: 1492, status: 409, text: 'This person is inside already, by another visit.' },
  'not inside': { code: 1484, status: 409, text: '{{name}} is not inside this store.' },
  'several with this number': {
    code: 1485,
    status: 409,
    text: 'Several people have this number. Please choose by the photo.',
  },
  'merge into itself': { code: 1491, status: 422, text: 'A record cannot be merged into itself.' },
  'survey not open': { code: 1590, status: 409, text: 'This survey does not take answers yet.' },
  'survey closed': { code: 1591, status: 409, text: 'This survey is closed. Thank you for wanting to answer.' },
  'survey full': { code: 1592, status: 409, text: 'This survey has as many answers as it needs. Thank you.' },
  'survey answered': { code: 1593, status: 409, text: 'You have answered this survey already. Thank you.' },
  'no questions': { code: 1594, status: 409, text: 'A survey without questions cannot be opened.' },
  'too slow': { code: 1002, status: 408, text: 'The request took too long to arrive.' },
  'not repeated': { code: 1570, status: 409, text: 'This task is not repeated.' },
  'no due date': { code: 1571, status: 422, text: 'Please say first by when this task is due.' },
  'round has task': { code: 1572, status: 409, text: 'This store has its task of the round already.' },
  'not done yet': { code: 1573, status: 409, text: 'This item has not been done yet.' },
  'too large': { code: 1500, status: 413, text: 'This is too large. At most {{max}}.' },
  'too many files': { code: 1505, status: 413, text: 'At most {{most}} files can be sent at once.' },
  'unsupported type': { code: 1501, status: 415, text: 'This kind of content is not accepted.' },
  'file not accepted': { code: 1502, status: 415, text: 'This file is not a picture or video that we accept.' },
  'no workbook': {
    code: 1504,
    status: 415,
    text: 'This file is not a workbook. Please choose an .xlsx, .xls or .csv file.',
  },
  'no space': { code: 1503, status: 507, text: 'There is too little disk space for this right now.' },
  invalid: { code: 1600, status: 422, text: 'Please check the marked fields.' },
  'too early': { code: 1601, status: 422, text: 'That was very quick. Please check your words and send again.' },
  'done in the future': {
    code: 1605,
    status: 422,
    text: 'This is said to be done in the future. Please set the clock of this device right, then do it again.',
  },
  'done too long ago': {
    code: 1606,
    status: 422,
    text: 'This was done more than three days ago and can no longer be sent from here. Please enter it by hand.',
  },
  'too many to sort': {
    code: TOO_MANY_TO_SORT,
    status: 422,
    text: 'A list of more than {{max}} rows cannot be sorted by this column. Please narrow it first, e.g. to a store or a period.',
  },
  'takes too long': {
    code: 1604,
    status: 422,
    text: 'Looking this list through takes too long. Please narrow it further, e.g. to a shorter period.',
  },
  'proof needed': { code: 1602, status: 428, text: 'Please confirm first that you are not a robot.' },
  'too many': {
    code: 1700,
    status: 429,
    text: 'Too many requests. Please try again in {{wait}}.',
    limited: 'This is possible {{most}} times an hour. Please try again in {{wait}}.',
  },
  'still running': {
    code: 1701,
    status: 429,
    text: 'At most {{most}} of these run at once for one person. Please wait until one has ended.',
  },
  'not a processor': { code: 1510, status: 403, text: 'Only the processors of this task do that.' },
  'own work': { code: 1511, status: 403, text: 'You work on this task yourself, or did: somebody else must decide.' },
  'not the approver': { code: 1512, status: 403, text: 'Only the approver of this task decides that.' },
  'given task': {
    code: 1513,
    status: 403,
    text: 'Somebody else gave you this task. Whether it is still needed is for others to say.',
  },
  'open items': {
    code: 1515,
    status: 409,
    text: 'Items of the checklist are still open: {{n}}. Please do them first, or say why they are left open.',
  },
  'moved by the checklist': {
    code: 1516,
    status: 409,
    text: 'The checklist moves the progress of this task. Please tick what is done.',
  },
  "somebody else's item": {
    code: 1518,
    status: 403,
    text: 'Somebody else asked for this item. You can do it, and add items of your own.',
  },
  'order elsewhere': { code: 1495, status: 409, text: 'This is an order of another store: {{store}}.' },
  'order failed before': {
    code: 1496,
    status: 409,
    text: 'Order {{order}} failed on {{at}}: {{why}}. Have it tried again first.',
  },
  'parcels first': {
    code: 1497,
    status: 409,
    text: 'Order {{order}} has {{n}} parcels. Please scan the code of each parcel.',
  },
  'code of several orders': { code: 1498, status: 409, text: 'Several orders have the code {{code}}: {{orders}}.' },
  'scan undo over': {
    code: 1499,
    status: 409,
    text: 'Only your last scan can be taken back, and within a minute.',
  },
  'not running': { code: 1487, status: 409, text: 'This promotion is not running today.' },
  'no draw': { code: 1581, status: 409, text: '{{sentence}}' },
  'no gifts': { code: 1582, status: 409, text: 'This event has no gifts yet. Please add them first.' },
  'event released': {
    code: 1583,
    status: 409,
    text: 'This event is released: it stays, with its gifts. End it instead.',
  },
  'event not over': {
    code: 1589,
    status: 409,
    text: 'This event is not over yet: its closing report comes with its end.',
  },
  'shared record': {
    code: 1486,
    status: 403,
    text: 'This holds in other stores too. Only those who work for the whole chain can change it.',
  },
  'no assistant': {
    code: 1595,
    status: 409,
    text: 'No generative service is set up. The operator of this installation can do that.',
  },
  'assistant failed': {
    code: 1596,
    status: 503,
    text: 'The generative service does not answer properly. Please try again in a moment.',
  },
  unexpected: { code: 1900, status: 500, text: 'Something went wrong. Our reference: {{request}}.' },
  unavailable: { code: 1901, status: 503, text: 'The service is not available for a moment. Please try again.' },
} as const

export type RefusalName = keyof typeof REFUSALS

/** The sentence of a refusal, a catalog key: where nothing is possible, it does not go on to say what is; where a limit is known, it says so. */
export function sentenceOf(name: RefusalName, params: Message['params'] = {}): string {
  const { text, alone, limited }: { text: string; alone?: string; limited?: string } = REFUSALS[name]
  if (limited && params.most !== undefined) return limited
  return alone && params.steps === undefined ? alone : text
}

export interface RefusalParts {
  /** Field path to packed message. */
  fields?: Record<string, string>
  params?: Message['params']
  /** What else the client may need, e.g. the row as it stands. */
  facts?: Record<string, unknown>
}

export class Refusal extends Error {
  readonly refusal: RefusalName
  readonly parts: RefusalParts
  constructor(name: RefusalName, parts: RefusalParts = {}) {
    super(name)
    this.refusal = name
    this.parts = parts
  }
}

/** Ends the request with a sentence for the user. */
export function refuse(name: RefusalName, parts?: RefusalParts): never {
  throw new Refusal(name, parts)
}

/** The same where any of these fields is wrong: what is said at each. */
export function refuseFields(fields: NonNullable<RefusalParts['fields']>): void {
  if (Object.keys(fields).length > 0) refuse('invalid', { fields })
}
