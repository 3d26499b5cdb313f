import { type Failure, ProviderFailed } from './provider.ts'

const SENTENCES: Record<Failure, string> = {
  'not set up': 'No generative service is set up. The operator of this installation can do that.',
  resting: 'The generative service has failed several times. Please try again in half a minute.',
  unreachable: 'The generative service cannot be reached.',
  'too slow': 'The generative service takes too long to answer.',
  refused: 'The generative service refused the question.',
  nonsense: 'The generative service answered nothing that can be read.',
  gone: 'Something went wrong',
}

/** Why there is no answer, as a catalog key. */
export const tellFailure = (error: unknown): string =>
  error instanceof ProviderFailed ? SENTENCES[error.why] : 'Something went wrong'
