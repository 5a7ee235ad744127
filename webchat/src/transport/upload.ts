export type FileUpload = { id: string; file: File }
/** `status` 0: the connection was lost. */
export type UploadResult = { status: number; detail?: string; retryAfterSeconds: number }

type UploadOptions = { url: string; token: string; signal: AbortSignal; onProgress(share: number): void }

/** Uploads by XMLHttpRequest, because `fetch` reports no progress. */
export function postFile({ id, file }: FileUpload, options: UploadOptions): Promise<UploadResult> {
  const { url, token, signal, onProgress } = options
  const request = new XMLHttpRequest()
  const query = new URLSearchParams({ id, name: file.name.slice(-200) })
  request.open('POST', `${url}/files?${query}`)
  request.setRequestHeader('authorization', `Bearer ${token}`)
  request.setRequestHeader('content-type', file.type || 'application/octet-stream')
  request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
  const abort = () => request.abort()
  signal.addEventListener('abort', abort, { once: true })
  return new Promise((resolve) => {
    request.onloadend = () => {
      signal.removeEventListener('abort', abort)
      const retryAfterSeconds = Number(request.getResponseHeader('retry-after') ?? 2)
      resolve({ status: request.status, detail: readDetail(request.responseText), retryAfterSeconds })
    }
    request.send(file)
  })
}

function readDetail(text: string): string | undefined {
  try {
    const { detail } = JSON.parse(text)
    return typeof detail === 'string' ? detail : undefined
  } catch {
    return undefined
  }
}
