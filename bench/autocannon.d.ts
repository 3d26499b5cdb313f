declare module 'autocannon' {
  interface Request {
    method?: string
    path?: string
    headers?: Record<string, string>
    body?: string
  }
  interface Options {
    url: string
    connections: number
    duration: number
    requests: { setupRequest: (request: Request) => Request }[]
  }
  interface Load {
    on(event: 'response', listener: (client: unknown, status: number, bytes: number, ms: number) => void): void
    on(event: 'reqError', listener: (error: Error) => void): void
  }
  export default function autocannon(options: Options, done: (error: Error | null) => void): Load
}
