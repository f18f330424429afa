/** A letter as the features write it. */
export interface MailMessage {
  para: string;
  assunto: string;
  /** Plain text; the only form, so it reads the same everywhere. */
  texto: string;
  responderA?: string;
  /** After this it is no longer sent; a week by default. */
  expiraEm?: Date;
}
