/** A letter as the features write it. */
export interface MailMessage {
  para: string;
  assunto: string;
  /** Plain text; the only form, so it reads the same everywhere. */
  texto: string;
  responderA?: string;
  /** The owner whom it is for: it is in the archive of that person's data. */
  proprietario?: string;
  /** After this it is no longer sent; a week by default. */
  expiraEm?: Date;
}
