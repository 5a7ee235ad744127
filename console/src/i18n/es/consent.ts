import type { strings as english } from '../en/consent.ts'
import type { Translation } from '../translation.ts'

export const strings: Translation<typeof english> = {
  title: 'Conectar una aplicación',
  signInText: 'Una aplicación quiere usar Parley en tu nombre. Inicia sesión para ver lo que pide.',
  asks: (name) => `«${name}» quiere usar Parley en tu nombre`,
  unverified: 'La propia aplicación eligió este nombre. Permítela solo si acabas de empezar a conectarla.',
  redirect: 'Vuelve a',
  account: 'Sesión iniciada como',
  otherAccount: 'Usar otra cuenta',
  org: 'Organización',
  role: (role) => `Tu rol aquí: ${role}`,
  access: 'Acceso',
  accessHelp:
    'Podrá hacer lo que marques aquí, siempre que tu rol lo permita. Los permisos marcados pueden incluir otros.',
  nothing:
    'Tu rol no permite nada de lo que pide la aplicación. Elige otra organización o consulta a un administrador.',
  allow: 'Permitir',
  deny: 'Denegar',
  later: 'Puedes desconectarla cuando quieras en Mi cuenta.',
  refused: 'No se puede permitir esta solicitud',
  refusedText:
    'Vuelve a la aplicación y conéctala de nuevo. Si ocurre otra vez, quien la desarrolla tiene que corregirla.',
  back: (host) => `Volver a ${host}`,
  twice: 'La solicitud contiene un parámetro dos veces.',
  orgSignIn: (org) => `Inicia sesión en «${org}» para permitir el acceso.`,
  loading: 'Cargando',
}
