/** Words for yes and no in English, German, French, Spanish, Italian and Portuguese, and what spreadsheets write. */
const yes = words(`yes y true t 1 on x ja j wahr oui o vrai si sí s verdadero vero sim verdadeiro ✓ ✔ ☑`)
const no = words(`no n false f 0 off nein falsch non faux falso não nao ✗ ✘ ☐`)

/** Words for consent that say more than yes or no. */
const granted = words(`granted given opted-in optin opt-in subscribed erteilt zugestimmt eingewilligt accordé accordée
  accepté acceptée concedido concedida otorgado otorgada concesso concessa aceito aceite aceptado accettato`)
const denied = words(`denied refused revoked opted-out optout opt-out unsubscribed verweigert abgelehnt widerrufen
  refusé refusée retiré retirée denegado denegada revocado revocada negato negata rifiutato revocato negado recusado
  revogado`)
const unknown = words(`unknown ? - n/a unbekannt inconnu inconnue desconocido desconocida sconosciuto sconosciuta
  desconhecido desconhecida`)

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(/\s+/).filter((word) => word !== ''))
}

const normalizeWord = (cell: string): string => cell.normalize('NFC').trim().toLowerCase()

/** Reads a cell as yes or no; undefined if it is neither. */
export function readBoolean(cell: string): boolean | undefined {
  const word = normalizeWord(cell)
  if (yes.has(word)) return true
  return no.has(word) ? false : undefined
}

/** Reads a cell as a status of consent; undefined if it is none. */
export function readConsentStatus(cell: string): 'granted' | 'denied' | 'unknown' | undefined {
  const word = normalizeWord(cell)
  if (yes.has(word) || granted.has(word)) return 'granted'
  if (no.has(word) || denied.has(word)) return 'denied'
  return unknown.has(word) ? 'unknown' : undefined
}
