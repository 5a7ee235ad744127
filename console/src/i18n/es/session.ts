import type { strings as english } from '../en/session.ts'
import type { Translation } from '../translation.ts'
import { formatCount } from './numbers.ts'

export const strings: Translation<typeof english> = {
  title: 'Inicia sesión en Parley',
  email: 'Correo electrónico',
  password: 'Contraseña',
  signIn: 'Iniciar sesión',
  signInWith: (name) => `Iniciar sesión con ${name}`,
  or: 'o',
  wrong: 'El correo electrónico o la contraseña no son correctos',
  code: 'Código de tu aplicación de autenticación o código de recuperación',
  codeWrong: 'El código no es correcto o ya se usó',
  codeText: 'Tu cuenta usa un segundo factor.',
  startOver: 'Empezar de nuevo',
  tooOften: (seconds) =>
    `Demasiados intentos. Espera ${formatCount(seconds, 'segundo', 'segundos')} y vuelve a intentarlo.`,
  issuerRefused:
    'El servicio de inicio de sesión denegó el acceso. Vuelve a intentarlo o inicia sesión con tu contraseña.',
  otherTab: 'Este inicio de sesión empezó en otra pestaña o ha caducado. Empieza de nuevo.',
  entering: 'Iniciando sesión',
  lostPassword: '¿Olvidaste tu contraseña? Un administrador de tu organización puede crear una nueva.',
  lostPasswordGuide: 'Ver cómo se hace',
  signInAgain: 'Vuelve a iniciar sesión',
  signInAgainText: 'Tu sesión ha caducado. Tus cambios sin guardar siguen aquí.',
  otherOrg: (org) => `Inicia sesión en «${org}»`,
  otherOrgText:
    'Tu sesión actual no te da acceso a esta organización. Inicia sesión con tu contraseña de esta organización. Si no eres miembro, pide a uno de sus administradores que te añada.',
  backToYours: 'Volver a mi organización',
}
