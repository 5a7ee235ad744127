import { itemRoutes } from './item.ts'
import { readPart, writePart } from './part.ts'

/** Routes on sections of the definition, for the domains whose sections they are. */
export const sections = { itemRoutes, readPart, writePart }
