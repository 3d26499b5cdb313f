import { fieldOf, listOf, type Piece, type Said, type Shape, textOf } from './talk.ts'

/** `{contents: [{parts: [{text}]}]}`, the reply in the first candidate (specification section 7; Google's generateContent). */
export const generative: Shape = {
  request: ({ url, key, model }, { rules, said, tools }) => ({
    url: `${url}/models/${model}:streamGenerateContent?alt=sse`,
    headers: { ...(key && { 'x-goog-api-key': key }) },
    body: {
      contents: said.map(contentOf),
      systemInstruction: { parts: [{ text: rules }] },
      ...(tools.length > 0 && {
        tools: [
          {
            functionDeclarations: tools.map(({ name, does, input }) => ({
              name,
              description: does,
              parameters: input,
            })),
          },
        ],
      }),
    },
  }),
  read(event): Piece {
    const parts = listOf(fieldOf(fieldOf(fieldOf(fieldOf(event, 'candidates'), 0), 'content'), 'parts'))
    const calls = parts.flatMap((part, at) => {
      const call = fieldOf(part, 'functionCall')
      const name = textOf(fieldOf(call, 'name'))
      return name ? [{ at, name, input: JSON.stringify(fieldOf(call, 'args') ?? {}) }] : []
    })
    // Thoughts that some models tell beside the answer are none of it.
    const words = parts.filter((part) => fieldOf(part, 'thought') !== true)
    return { text: words.map((part) => textOf(fieldOf(part, 'text'))).join(''), calls }
  },
}

function contentOf(one: Said): object {
  if (one.role === 'person') return { role: 'user', parts: [{ text: one.text }] }
  if (one.role === 'tool')
    return {
      role: 'user',
      parts: [{ functionResponse: { name: one.call.name, response: { result: one.text } } }],
    }
  return {
    role: 'model',
    parts: [
      ...(one.text ? [{ text: one.text }] : []),
      ...one.calls.map(({ name, input }) => ({ functionCall: { name, args: input } })),
    ],
  }
}
