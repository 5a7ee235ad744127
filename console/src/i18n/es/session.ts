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
  invitation: {
    title: (org) => `Únete a «${org}»`,
    text: (email, role) => `La invitación es para ${email}. Tu rol: ${role}.`,
    name: 'Tu nombre',
    password: 'Contraseña para esta organización',
    passwordHelp: 'Al menos 8 caracteres.',
    existing: 'Ya tienes una cuenta. Demuestra que es tuya con la contraseña que usas en otra organización.',
    accountPassword: 'Contraseña de tu cuenta',
    wrongAccount: 'Esa no es la contraseña de tu cuenta',
    join: 'Unirse',
    invalid: 'Esta invitación no es válida',
    invalidText:
      'Es desconocida, ha caducado, se retiró o ya se usó. Pide una nueva a un administrador de la organización.',
    signIn: 'Ir al inicio de sesión',
    loading: 'Cargando la invitación',
  },
  language: 'Idioma',
}
