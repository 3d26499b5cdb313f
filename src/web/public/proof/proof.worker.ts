import { solve } from './solve.ts'

interface Challenge {
  challenge: string
  difficulty: number
}

// The web project is typed for windows; of a worker's scope only these two are used.
const scope: {
  onmessage: ((event: MessageEvent<Challenge>) => void) | null
  postMessage: (answer: string | null) => void
} = self

scope.onmessage = ({ data }) => scope.postMessage(solve(data.challenge, data.difficulty, 0, Number.MAX_SAFE_INTEGER))
