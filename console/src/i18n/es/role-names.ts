import type { roleNames as english } from '@parley/definition/vocabulary'
import type { Translation } from '../translation.ts'

export const roleNames: Translation<typeof english> = {
  frontDesk: 'recepcionista',
  viewer: 'lector',
  editor: 'editor',
  admin: 'administrador',
  owner: 'propietario',
}
