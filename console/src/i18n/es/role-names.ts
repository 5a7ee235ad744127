/** As they stand in a sentence, by the English names that the console passes. */
const roleNames: Record<string, string> = {
  'front desk': 'recepcionista',
  viewer: 'lector',
  editor: 'editor',
  admin: 'administrador',
  owner: 'propietario',
}

export const nameRole = (role: string): string => roleNames[role] ?? role
