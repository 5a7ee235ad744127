import type { strings as english } from '../en/aml.ts'
import type { Translation } from '../translation.ts'
import { formatNumber } from './numbers.ts'

export const strings: Translation<typeof english> = {
  complete: {
    template: 'Plantilla de mensaje',
    thing: 'Ficha',
    collection: 'Colección',
    media: 'Multimedia',
    slot: 'Se completa para cada persona',
    row: 'Fila',
  },
  markers: {
    chips: 'Respuestas sugeridas',
    'ask.choice': 'Pregunta con opciones',
    'ask.time': 'Selector de hora',
    'ask.location': 'Solicitud de ubicación',
    confirm: 'Pregunta de sí o no',
    showcase: 'Elementos para elegir, con imágenes',
    'share.event': 'Evento de calendario',
    'share.place': 'Lugar en un mapa',
    'share.contact': 'Tarjeta de contacto',
    media: 'Imagen, video, audio o archivo',
    card: 'Tarjeta',
    carousel: 'Carrusel de tarjetas',
    template: 'Plantilla de mensaje',
    things: 'Fichas, como tarjetas',
    collection: 'Una colección completa, como tarjetas',
  },
  notes: {
    label: 'Problemas de este texto',
    at: (line, message) => `Línea ${line}: ${message}`,
    more: (count) => `y ${formatNumber(count)} más`,
  },
  help: 'Escribe [[ para ver las marcas y { para ver las variables. Presiona Ctrl+Espacio para ver sugerencias.',
  helpWithoutSlots: 'Escribe [[ para ver las marcas. Presiona Ctrl+Espacio para ver sugerencias.',
  preview: {
    label: 'Vista previa en cada canal',
    nothing: 'Escribe algo para ver aquí una vista previa.',
    left: 'Este texto no enviaría ningún mensaje.',
    blocked: 'No se envía a la persona de ejemplo porque una variable no tiene valor.',
    lost: (count) =>
      count === 1
        ? '1 elemento se ve distinto en este canal'
        : `${formatNumber(count)} elementos se ven distintos en este canal`,
  },
  example: {
    firstName: 'Álex',
    lastName: 'García',
    fullName: 'Álex García',
    email: 'alex@example.com',
    phone: '+12025550143',
    company: 'Empresa Ejemplo',
    other: (field) => `(${field})`,
  },
  loading: 'Cargando el editor',
}
