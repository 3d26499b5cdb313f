/** A function that a trigger of a definition runs: `body` is what the database keeps of it, for comparing. */
export interface TriggerFunction {
  name: string
  body: string
  create: string
}

/** What a trigger runs after its statement or row; `work` is PL/pgSQL without its last semicolon. */
export function triggerFunction(name: string, work: string): TriggerFunction {
  const body = ` begin ${work}; return null; end `
  return { name, body, create: `create or replace function ${name}() returns trigger language plpgsql as $$${body}$$;` }
}
