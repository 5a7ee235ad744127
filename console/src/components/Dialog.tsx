import { Drawer, type DrawerProps, Modal, type ModalProps } from '@mantine/core'
import { type DialogGuardOptions, useDialogGuard } from './useDialogGuard.ts'

type Own = DialogGuardOptions & { opened?: boolean }

/**
 * A dialog, open by default for as long as it is mounted. Ctrl S saves its form, closing it with unsaved input asks
 * first, and the focus returns to where it was.
 */
export function Dialog({ opened = true, dirty, onClose, closeOnEscape, ...others }: Own & Omit<ModalProps, keyof Own>) {
  return <Modal {...others} {...useDialogGuard({ opened, dirty, onClose, closeOnEscape })} />
}

/** The same, as a panel at the side of the page. */
export function SidePanel({
  opened = true,
  dirty,
  onClose,
  closeOnEscape,
  ...others
}: Own & Omit<DrawerProps, keyof Own>) {
  return <Drawer {...others} {...useDialogGuard({ opened, dirty, onClose, closeOnEscape })} />
}
