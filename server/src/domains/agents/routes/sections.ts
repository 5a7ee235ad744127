import { itemRoutes } from './item.ts'
import { readSectionRoute, writeSectionRoute } from './section.ts'

/** Routes on sections of the definition, for the domains whose sections they are. */
export const sectionRoutes = { itemRoutes, readSectionRoute, writeSectionRoute }
