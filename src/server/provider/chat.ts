import { fieldOf, listOf, type Piece, type Said, type Shape, textOf } from './talk.ts'

/** Chat completions, the reply in the content of the first choice's message (specification section 7, the second variant). */
export const chat: Shape = {
  request: ({ url, key, model }, { rules, said, tools }) => ({
    url: `${url}/chat/completions`,
    headers: { ...(key && { authorization: `Bearer ${key}` }) },
    body: {
      model,
      stream: true,
      messages: [{ role: 'system', content: rules }, ...said.map(messageOf)],
      ...(tools.length > 0 && {
        tools: tools.map(({ name, does, input }) => ({
          type: 'function',
          function: { name, description: does, parameters: input },
        })),
      }),
    },
  }),
  read(event): Piece {
    const choice = fieldOf(fieldOf(event, 'choices'), 0)
    // Streamed it is a `delta`, whole a `message`.
    const message = fieldOf(choice, 'delta') ?? fieldOf(choice, 'message')
    const calls = listOf(fieldOf(message, 'tool_calls')).map((call, nth) => {
      const asked = fieldOf(call, 'function')
      const at = fieldOf(call, 'index')
      return {
        at: typeof at === 'number' ? at : nth,
        id: textOf(fieldOf(call, 'id')),
        name: textOf(fieldOf(asked, 'name')),
        input: textOf(fieldOf(asked, 'arguments')),
      }
    })
    return { text: textOf(fieldOf(message, 'content')), calls }
  },
}

function messageOf(one: Said): object {
  if (one.role === 'person') return { role: 'user', content: one.text }
  if (one.role === 'tool') return { role: 'tool', tool_call_id: one.call.id, content: one.text }
  return {
    role: 'assistant',
    content: one.text || null,
    ...(one.calls.length > 0 && {
      tool_calls: one.calls.map(({ id, name, input }) => ({
        id,
        type: 'function',
        function: { name, arguments: JSON.stringify(input) },
      })),
    }),
  }
}
