import { sql } from 'kysely'
import { rows } from '#server/db/db.ts'
import { described, NAMED, namedAnswer, oneOf, orNull } from '#server/http/answers.ts'
import { get, type Route } from '#server/http/route.ts'
import { customerOf } from '#server/resource/customer-of.ts'
import { one } from '#server/resource/query/parse-query.ts'
import { QUESTION } from '#server/surveys/shapes.ts'
import { isOfSurvey, linkOf, STATES, stateOf } from './link.server.ts'
import { askedQuestions } from './questions.server.ts'

const SAID = namedAnswer('SurveyText', { vi: 'string?', en: 'string?', ko: 'string?' })
const SHOWN = namedAnswer('SurveyQuestion', QUESTION)
const SURVEY = namedAnswer('ShownSurvey', {
  id: 'number',
  title: SAID,
  intro: SAID,
  thanks: SAID,
  once_per: oneOf('device', 'phone', 'nothing'),
  asks_name: 'boolean',
  asks_phone: 'boolean',
  asks_call_consent: 'boolean',
})

/** What is asked behind a link; whatever the link leads to, it is said so that a page can say it kindly. */
export const showInfoRoute: Route = get(
  'show-info',
  {
    needs: 'nothing',
    limit: 'public lookup',
    isMailLink: true,
    query: {
      token: { says: 'The private part of the link', schema: { type: 'string', maxLength: 100 }, isRequired: true },
    },
    answers: {
      state: oneOf(...STATES),
      is_personal: 'boolean',
      phone_end: described('Of the number that is known already, the last digits', 'string?'),
      survey: orNull(SURVEY),
      questions: [SHOWN],
      store: orNull(NAMED),
      stores: [NAMED],
    },
    summary: 'A survey by its link: its words, its questions, and whether it takes an answer',
  },
  async ({ db, query }) => {
    const found = await linkOf(db, one(query.token) ?? '')
    const state = stateOf(found)
    if (!found)
      return { state, is_personal: false, phone_end: null, survey: null, questions: [], store: null, stores: [] }
    const { survey: id, title, intro, thanks, once_per, asks_name, asks_phone, asks_call_consent } = found
    const isOpen = state === 'open'
    const known = asks_call_consent ? (await customerOf(db, found.module, found.record)).phone : null
    const hasStore = found.store !== null && found.store_name !== null
    return {
      state,
      is_personal: found.is_personal,
      phone_end: isOpen && known ? known.slice(-3) : null,
      survey: {
        ...{ id, title, intro, thanks, once_per, asks_name, asks_phone },
        // Without a number there is nobody to call.
        asks_call_consent: asks_call_consent && (asks_phone || known !== null),
      },
      questions: isOpen ? await askedQuestions(db, id) : [],
      store: hasStore ? { id: found.store, name: found.store_name } : null,
      stores:
        isOpen && !hasStore && !found.is_personal
          ? await rows(
              db,
              { id: 'number', name: 'string' },
              sql`select id, name from stores where ${isOfSurvey(found.stores)} order by code limit 1000`,
            )
          : [],
    }
  },
)
