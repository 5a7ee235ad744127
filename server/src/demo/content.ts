import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

const contentFolder = import.meta.dirname

export const readContentText = (name: string): Promise<string> => readFile(join(contentFolder, 'content', name), 'utf8')

export async function readContentJson<T>(name: string): Promise<T> {
  return JSON.parse(await readContentText(name)) as T
}

export const listPictures = (): Promise<string[]> => readdir(join(contentFolder, 'pictures'))

export const readDemoPicture = (name: string): Promise<Buffer<ArrayBuffer>> =>
  readFile(join(contentFolder, 'pictures', name))
