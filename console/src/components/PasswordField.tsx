import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { strings } from '#i18n/app.ts'

type Props = Omit<PasswordInputProps, 'visibilityToggleButtonProps'> & {
  showLabel?: string
}

/**
 * A field for a password or another secret. Mantine's field marks an error by color only: `aria-invalid` announces it
 * to screen readers, and lets a form find the first invalid field to focus.
 */
export function PasswordField({ showLabel = strings.showPassword, error, ...props }: Props) {
  return (
    <PasswordInput
      {...props}
      error={error}
      aria-invalid={error ? true : undefined}
      visibilityToggleButtonProps={{ 'aria-label': showLabel }}
    />
  )
}
