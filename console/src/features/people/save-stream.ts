import { saveFile } from '../../components/save-file.ts'

type FileHandle = { createWritable(): Promise<WritableStream<Uint8Array>> }
type Picker = (options: { suggestedName: string }) => Promise<FileHandle>

/**
 * Streams to a file if the browser supports it, otherwise buffers the whole response first. Returns false if the user
 * canceled.
 */
export async function saveResponseAsFile(name: string, ask: () => Promise<Response>): Promise<boolean> {
  const pick = (window as { showSaveFilePicker?: Picker }).showSaveFilePicker
  if (!pick) {
    saveFile(await (await ask()).blob(), name)
    return true
  }
  const handle = await pick({ suggestedName: name }).catch(isPickerCancelled)
  if (!handle) return false
  const { body } = await ask()
  await body?.pipeTo(await handle.createWritable())
  return true
}

function isPickerCancelled(error: unknown): undefined {
  if (error instanceof DOMException && error.name === 'AbortError') return undefined
  throw error
}
