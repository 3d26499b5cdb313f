/** Beside the page, so that typing stays smooth. */
export async function inWorker(challenge: string, difficulty: number): Promise<string> {
  const worker = new Worker(new URL('./proof.worker.ts', import.meta.url), { type: 'module' })
  const answer = new Promise<string>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<string>) => resolve(data)
    worker.onerror = reject
  })
  worker.postMessage({ challenge, difficulty })
  return answer.finally(() => worker.terminate())
}
