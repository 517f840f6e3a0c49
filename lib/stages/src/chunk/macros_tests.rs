//! What goes and what stays, by text and right answer.

use super::without_macros;

#[test]
fn what_is_no_code_before_expansion_goes() {
    for (text, right) in [
        // In front of a type, behind it, alone on a line, behind the brackets.
        ("API int f(int a);", "    int f(int a);"),
        ("static INLINE void f(void) {", "static        void f(void) {"),
        ("static DWORD WINAPI f(void) {", "static       WINAPI f(void) {"),
        ("int ZEXPORT f(int a) {", "int         f(int a) {"),
        ("local int f(a)", "      int f(a)"),
        ("API_CALL(int) f(int a) {", "int           f(int a) {"),
        ("RM_API uint64_t (*RM_f)(int a) ATTR;", "       uint64_t (*RM_f)(int a)     ;"),
        ("struct s {\n  FIELDS\n  int a;\n};", "struct s {\n        \n  int a;\n};"),
        ("API std::vector<int> f();", "    std::vector<int> f();"),
        ("HANDLE A::f() {}", "HANDLE A::f() {}"),
        (
            "template <class T>\nOLD(1, f(a))\nCHECKED(2)\nstatic bool f();",
            "template <class T>\n            \n          \nstatic bool f();",
        ),
        ("BEGIN_DECLS\nint a;", "           \nint a;"),
        ("void f() LOCKS(mu) {", "void f()           {"),
        ("int x GUARDED_BY(mu);", "int x               ;"),
        ("typedef int (WINAPI *fn)(int);", "typedef int (       *fn)(int);"),
        ("__global__ void f() {", "           void f() {"),
        ("template <class T>\nAPI T f(T a);", "template <class T>\n    T f(T a);"),
        (
            "#ifdef __cplusplus
extern \"C\" {
#endif
API int a;",
            "                  
            
      
    int a;",
        ),
        ("typedef NS_ENUM(NSInteger, Hue) { A };", "        enum               Hue  { A };"),
        ("#define A(x) do { /* no */ \\\n  x; } while (0)", "#define A(x) do {          \\\n  x; } while (0)"),
        ("a[\"b\"] = LIMIT;", "a[\"b\"] = LIMIT;"),
        ("CHECK_THROWS(f(), a::b&);", "CHECK_THROWS(f(), a::b );"),
        ("f(&a, b & c);", "f(&a, b & c);"),
        ("ABSL_FLAG(bool, b, false, \"\");\nint a;", "                             ;\nint a;"),
        ("param(x, int64_t, 0644);", "                       ;"),
        ("FLAG(int16_t, x, {}, \"\");\nF(int, [] { f(1); });", "                        ;\nF(int, [] { f(1); });"),
        ("int f(T&& v HELD(this))\n    LOCKS(a) {", "int f(T&& v           )\n             {"),
        (
            "typedef BOOL (PASCAL FAR * FN)(\n IN SOCKET s, OUT void *p, DWORD n);",
            "typedef BOOL (           * FN)(\n    SOCKET s,     void *p, DWORD n);",
        ),
        ("f(new FOO(x), a FOO(y), return FOO(z), BAR const b);", "f(new FOO(x), a FOO(y), return FOO(z), BAR const b);"),
        ("FLAG(std::vector<int>, x, -1);", "                             ;"),
        ("F(int, g(a, 3), b);\nf(int a, int b = 3);\nf(int(a), 3);", "F(int, g(a, 3), b);\nf(int a, int b = 3);\nf(int(a), 3);"),
        ("UC const *p{nullptr};\nUC const n = 1;\nUC const &f();", "UC const *p{nullptr};\nUC const n = 1;\nUC const &f();"),
        ("API A(A&& a) noexcept(\n f()) : b(1) {", "    A(A&& a) noexcept(\n f()) : b(1) {"),
        ("HANDLE f(int a) {", "HANDLE f(int a) {"),
        ("API const char *f();", "    const char *f();"),
        ("@property (assign) BOOL a;\n@property BOOL b API_OLD(1);", "@property (assign) BOOL a;\n@property BOOL b           ;"),
        ("@property (assign) NS_REFINED UIView *a;", "@property (assign)            UIView *a;"),
        // Blocks.
        ("f();\nJSON_TRY\n{ g(); }\nJSON_CATCH (e& e) { h(); }", "f();\n        \n{ g(); }\n                  { h(); }"),
        // Labels of classes.
        ("class A {\n PRIVATE_UNLESS_TESTED: // x\n int a;\n", "class A {\n                        // x\n int a;\n"),
        ("class A {\npublic slots:\n void f();\nsignals:\n", "class A {\npublic      :\n void f();\n        \n"),
        ("class A { public: int a; };", "class A { public: int a; };"),
        ("struct s { UINT: 3; };", "struct s { UINT: 3; };"),
        ("case LIMIT:\n f();", "case LIMIT:\n f();"),
        // What could be a type, a name or a value stays.
        ("DWORD flags;", "DWORD flags;"),
        ("HANDLE open_it(int a);", "HANDLE open_it(int a);"),
        ("int MAX_SIZE = 3;", "int MAX_SIZE = 3;"),
        ("static const int LIMIT = 3;", "static const int LIMIT = 3;"),
        ("struct FOO BAR = {", "struct FOO BAR = {"),
        ("class FOO { FOO(int a); FOO() : x(1) {} };", "class FOO { FOO(int a); FOO() : x(1) {} };"),
        ("TEST(Suite, Name) {", "TEST(Suite, Name) {"),
        ("enum { A, B };", "enum { A, B };"),
        ("enum { AB = F(X), CD = F(Y), EF };", "enum { AB = F(X), CD = F(Y), EF };"),
        ("return FOO(x);", "return FOO(x);"),
        ("const char *s = R\"(API int f(void);)\";", "const char *s = R\"(API int f(void);)\";"),
        ("// API int f(void);\nint a;", "// API int f(void);\nint a;"),
        ("#define API int f(void);", "#define API int f(void);"),
        ("API", "   "),
        ("f(", "f("),
        ("\"", "\""),
        ("/*", "/*"),
        ("#define A /* \\\n", "#define A /* \\\n"),
    ] {
        assert_eq!(without_macros(text), right);
    }
}
