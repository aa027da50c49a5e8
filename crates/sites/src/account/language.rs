//! The one-step login form in five languages.

use axum::response::Response;

use super::alert;
use crate::page::{escaped, page};
use crate::visit::Visit;

/// The texts of one language, and the path of its page.
#[derive(Debug)]
pub(super) struct Language {
    pub(super) path: &'static str,
    heading: &'static str,
    intro: &'static str,
    email: &'static str,
    password: &'static str,
    forgot: &'static str,
    remember: &'static str,
    submit: &'static str,
    new_here: &'static str,
    create: &'static str,
    pub(super) wrong: &'static str,
}

pub(super) const LANGUAGES: &[Language] = &[
    Language {
        path: "/login",
        heading: "Sign in",
        intro: "Good to see you again.",
        email: "E-mail address",
        password: "Password",
        forgot: "Forgot password?",
        remember: "Remember me",
        submit: "Sign in",
        new_here: "New here?",
        create: "Create an account",
        wrong: "The e-mail address or the password is wrong.",
    },
    Language {
        path: "/entrar",
        heading: "Entrar",
        intro: "Que bom ver você de novo.",
        email: "Endereço de e-mail",
        password: "Senha",
        forgot: "Esqueceu a senha?",
        remember: "Lembrar de mim",
        submit: "Entrar",
        new_here: "Novo por aqui?",
        create: "Criar uma conta",
        wrong: "E-mail ou senha incorretos.",
    },
    Language {
        path: "/anmelden",
        heading: "Anmelden",
        intro: "Schön, dass Sie wieder da sind.",
        email: "E-Mail-Adresse",
        password: "Passwort",
        forgot: "Passwort vergessen?",
        remember: "Angemeldet bleiben",
        submit: "Anmelden",
        new_here: "Neu hier?",
        create: "Konto anlegen",
        wrong: "E-Mail-Adresse oder Passwort ist falsch.",
    },
    Language {
        path: "/connexion",
        heading: "Connexion",
        intro: "Ravis de vous revoir.",
        email: "Adresse e-mail",
        password: "Mot de passe",
        forgot: "Mot de passe oublié ?",
        remember: "Se souvenir de moi",
        submit: "Se connecter",
        new_here: "Nouveau client ?",
        create: "Créer un compte",
        wrong: "Adresse e-mail ou mot de passe incorrect.",
    },
    Language {
        path: "/acceder",
        heading: "Acceder",
        intro: "Nos alegra verte de nuevo.",
        email: "Correo electrónico",
        password: "Contraseña",
        forgot: "¿Has olvidado la contraseña?",
        remember: "Recordarme",
        submit: "Iniciar sesión",
        new_here: "¿Aún sin cuenta?",
        create: "Crear una cuenta",
        wrong: "El correo o la contraseña no son correctos.",
    },
];

impl Language {
    /// Renders the page with the entered email and an error message.
    pub(super) fn page(&self, visit: &Visit, email: &str, problem: &str) -> Response {
        let fills = [
            ("action", self.path.to_string()),
            ("heading", self.heading.to_string()),
            ("intro", self.intro.to_string()),
            ("email_label", self.email.to_string()),
            ("password_label", self.password.to_string()),
            ("forgot", self.forgot.to_string()),
            ("remember", self.remember.to_string()),
            ("submit", self.submit.to_string()),
            ("new_here", self.new_here.to_string()),
            ("create", self.create.to_string()),
            ("email", escaped(email)),
            ("alert", if problem.is_empty() { String::new() } else { alert(problem) }),
        ];
        page(visit, "account/_login.html", &fills)
    }
}
