import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

const folder = import.meta.dirname

export const contentText = (name: string): Promise<string> => readFile(join(folder, 'content', name), 'utf8')

export async function contentJson<T>(name: string): Promise<T> {
  return JSON.parse(await contentText(name)) as T
}

export const pictureNames = (): Promise<string[]> => readdir(join(folder, 'pictures'))

export const picture = (name: string): Promise<Buffer<ArrayBuffer>> => readFile(join(folder, 'pictures', name))
